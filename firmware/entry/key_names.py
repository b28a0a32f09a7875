"""Names of the keys in scenarios, notes and diagnostics: `A+1`, `B<`, `OK`, `MENU`."""

from ..config import KEY_OK, KEYS_PER_TEAM, SCORE_KEYS, TEAMS


def key_name(key: int) -> str:
    """Return the name of key number `key`: `A+1` to `D<`, `OK` or `MENU`."""
    if key >= KEY_OK:
        return "OK" if key == KEY_OK else "MENU"
    team, score = divmod(key, KEYS_PER_TEAM)
    return TEAMS[team] + ("+%d" % SCORE_KEYS[score] if score < len(SCORE_KEYS) else "<")


def key_names(mask: int) -> list:
    """Return the names of the keys in a bit mask."""
    return [key_name(key) for key in range(KEY_OK + 2) if (mask >> key) & 1]
