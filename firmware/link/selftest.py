"""What a board tells of itself when it is asked to test itself."""

from ..config import KEY_MENU, KEY_OK, KEYS_PER_TEAM, SCORE_KEYS, TEAMS, VERSION


def report(board) -> dict:
    """Versions, machine, keys down, current, rail, flash, and all that is measured; `notes`: what is wrong."""
    hal = board.hal
    told = board.measures.told()
    free, whole = hal.flash()
    told.update(
        {
            "firmware": VERSION,
            "machine": hal.about,
            "tracks": hal.tracks,
            "leds": hal.leds,
            "keys_down": [_name(key) for key in range(KEY_MENU + 1) if hal.keys() >> key & 1],
            "ma": board.estimate_ma(),
            "port_ma": hal.port_ma,
            "rail_mv": hal.rail_mv(),
            "flash": {"free": free, "whole": whole, "failed": board.journal.faults},
            "notes": board.notes,
        }
    )
    return told


def _name(key: int) -> str:
    if key >= KEY_OK:
        return "OK" if key == KEY_OK else "MENU"
    score = key % KEYS_PER_TEAM
    return TEAMS[key // KEYS_PER_TEAM] + ("+%d" % SCORE_KEYS[score] if score < len(SCORE_KEYS) else "<")
