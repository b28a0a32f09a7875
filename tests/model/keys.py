"""Key numbers and names, and the debounce time of 10 ms."""

TEAMS = "ABCD"
SCORES = (1, 2, 5)
OK, MENU = 16, 17
LOCKOUT_MS = 10


def team_of(key):
    """The team a key belongs to, None for OK and MENU."""
    return TEAMS[key // 4] if key < OK else None


def score_of(key):
    """What a score key adds, 0 for every other key."""
    return (SCORES + (0,))[key % 4] if key < OK else 0


def is_back(key):
    return key < OK and key % 4 == 3


def key_name(key):
    """As scenarios write it: A+1, B<, OK."""
    if key >= OK:
        return {OK: "OK", MENU: "MENU"}[key]
    return team_of(key) + ("<" if is_back(key) else f"+{score_of(key)}")


class Debounced:
    """All keys: what the contacts do (`raw`), what has been taken (`taken`), until when each is deaf."""

    def __init__(self):
        self.raw, self.taken = set(), set()
        self.deaf_until = dict.fromkeys(range(MENU + 1), -LOCKOUT_MS)
        self.changed = dict.fromkeys(range(MENU + 1), 0)

    def set(self, key, down, t):
        """The contact of `key` closes or opens at `t` ms."""
        (self.raw.add if down else self.raw.discard)(key)
        self.changed[key] = t

    def due(self):
        """When the next edge will be taken, None if none is waiting."""
        waiting = self.raw ^ self.taken
        return min((max(self.changed[key], self.deaf_until[key]) for key in waiting), default=None)

    def take(self, t):
        """The (releases, presses) taken at `t`, two lists of key numbers."""
        edges = sorted(key for key in self.raw ^ self.taken if self.deaf_until[key] <= t)
        for key in edges:
            self.deaf_until[key] = t + LOCKOUT_MS
        releases = [key for key in edges if key in self.taken]
        presses = [key for key in edges if key not in self.taken]
        self.taken = self.taken.union(presses).difference(releases)
        return releases, presses
