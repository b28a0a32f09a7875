"""Sample card games from seeds: all presets, two to four players, with muggins and without."""

from firmware.rules.presets import PRESET_NAMES
from host_tools.cards.game import CardGame

FOR_TWO = ("fivecard", "sevencard")
KINDS = [(players, preset) for players in (2, 3, 4) for preset in PRESET_NAMES if players == 2 or preset not in FOR_TWO]


def game_of(seed):
    """The game of a seed; kinds take turns, and every other game is with muggins."""
    players, preset = KINDS[seed % len(KINDS)]
    return CardGame(seed, players, preset, muggins=seed % 2 == 1)
