"""Generate evenings at the board from a seed, biased towards likely errors."""

from random import Random

from .presets_table import NAMES, Preset
from .random_player import GUESSING, HURRIED, Player
from .steps import Case

HOUSE_RULES = Preset("custom", (1, 2, 4, 9), target=61, start=0, skunk=30, double=20, triple=10, outright=3,
                     series="best_of", games=5, idle_ms=700, stink_hole=True, heels_limit=50,
                     first_deal="loser")  # fmt: skip
LOW_POINTS = Preset("custom", (0, -1, -2, -3), loss="behind", target=40, skunk=25, double=12, triple=5, spread=True,
                    low_wins="points", series="fixed", games=2)  # fmt: skip
PLAYED = [*NAMES, HOUSE_RULES, LOW_POINTS]


def make(seed):
    """The Case of a seed; presets and numbers of teams take turns, so that all come equally often."""
    rng = Random(seed)
    preset, teams = PLAYED[seed % len(PLAYED)], 2 + seed // len(PLAYED) % 3
    habit = rng.choice(["", "", "", HURRIED, GUESSING])
    case = Case(seed, preset, teams, rng.choice([teams, 4]), settings(rng, preset, habit))
    Player(rng, case, habit).play(rng.randint(30, 120))
    return case


def settings(rng, preset, habit):
    """A board's own settings: mostly none."""
    chosen = {}
    if rng.random() < 0.15 and isinstance(preset, str):
        chosen["idle_ms"] = rng.choice([0, 500, 3000])
    if rng.random() < 0.2 and isinstance(preset, str):
        chosen["sign_off"] = rng.random() < 0.5
    if habit == GUESSING or rng.random() < 0.2:
        chosen["pin"] = rng.choice(["0000", "1070", "20001"])
    if rng.random() < 0.2:
        chosen["round"] = rng.choice([1, 2, 9, 997])
    if rng.random() < 0.35:
        chosen["event"] = "open"
    if rng.random() < 0.1:
        chosen["muggins"] = True
    return chosen
