"""Key numbers and names, and how their contacts are debounced."""

TEAMS = "ABCD"
SCORES = (1, 2, 5)
OK, MENU = 16, 17
BOUNCE_MS = 27
STILL_MS = 4


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
    """All keys: what the contacts do (`raw`), what has been taken (`taken`), and which may be bouncing (`began`)."""

    def __init__(self):
        self.raw, self.taken = set(), set()
        self.changed = dict.fromkeys(range(MENU + 1), 0)
        self.began = {}
        """When each key began to bounce that may still do so, and whether it had been held."""
        self.ended, self.ended_at = ([], []), 0

    def set(self, key, down, t):
        """The contact of `key` closes or opens at `t` ms."""
        self._end_bounces(t)
        if (key in self.raw) != down:
            self.raw ^= {key}
            self.changed[key] = t

    def due(self):
        """When the next edge will be taken or a bounce ends, None if none is waiting."""
        if any(self.ended):
            return self.ended_at
        still = [self.changed[key] for key in self.raw ^ self.taken if key not in self.began]
        return min(still + [self._end(key) for key in self.began], default=None)

    def take(self, t):
        """The (releases, presses) taken at `t`, two lists of key numbers."""
        self._end_bounces(t)
        for key in sorted((self.raw ^ self.taken) - self.began.keys()):
            self._act(key, t, held=key in self.taken)
        (releases, presses), self.ended = self.ended, ([], [])
        return releases, presses

    def _end(self, key):
        return max(self.began[key][0] + BOUNCE_MS, self.changed[key] + STILL_MS)

    def _end_bounces(self, t):
        """What bounced for long enough and is not as it was has been tapped or pressed anew; or slipped, if held."""
        self.ended_at = t
        for key in sorted(key for key in self.began if self._end(key) <= t):
            _, held = self.began.pop(key)
            if (key in self.raw) != (key in self.taken):
                if held:
                    self.taken.add(key)
                else:
                    self._act(key, self.changed[key], held=False)

    def _act(self, key, began, held):
        self.began[key] = began, held
        self.ended[key not in self.taken].append(key)
        self.taken = self.taken ^ {key}
