"""A listener who sees nothing: tells the pegs from the clips that sounded, each as its words."""

from firmware.config import TEAMS
from firmware.view.voice.spoken_buffer import HIGHEST, LETTERS_AT, NUMBERS_AT, PER_TEAM, TEAM_NUMBERS_AT
from host_tools.voice.clip_table import clips


def is_number(clip):
    return NUMBERS_AT <= clip <= NUMBERS_AT + HIGHEST


def heard_pegs(heard, teams):
    """The hole of each team after the last move that was said whole; cut clips count for nothing."""
    holes = dict.fromkeys(TEAMS[:teams], 0)
    mover, place = "", 0
    for one in heard:
        words = clips("en")[one.clip]
        if TEAM_NUMBERS_AT <= one.clip < LETTERS_AT:
            # The hole follows at once; in the whole score another letter does.
            mover, place = TEAMS[(one.clip - TEAM_NUMBERS_AT) // PER_TEAM], 1
        elif words[1:] == ["is on"]:
            mover, place = words[0], 1
        elif words[1:] == ["goes back"]:
            mover, place = words[0], 2
        elif is_number(one.clip) and mover:
            place -= 1
            if not place and not one.cut:
                holes[mover] = one.clip - NUMBERS_AT
                mover = ""
        elif words != ["on"]:
            mover = ""
    return holes
