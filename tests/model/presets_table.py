"""Game values typed from the rules a second time, so that a slip in either table shows.

Nothing here is shared with the firmware.
"""

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True)
class Preset:
    """One way to play. `lines` are the holes a loser may reach at most to be skunked once, twice, three times."""

    name: str
    win: tuple | str
    loss: int | str = 0
    target: int = 121
    start: int = 0
    skunk: int | None = 90
    double: int | None = 60
    triple: int | None = None
    outright: int = 0
    spread: bool = False
    low_wins: str = "no"
    series: str = "single"
    games: int = 1
    highest: int = 29
    sign_off: bool = True
    idle_ms: int = 2000
    stink_hole: bool = False
    heels_limit: int | None = None
    first_deal: str = "cut"

    @property
    def warned(self):
        """Counts that no hand, crib or card of its game scores."""
        return (35, *range(41, 46)) if self.highest > 29 else (19, 25, 26, 27)

    def level(self, hole):
        """0 for a plain loser on this hole, 1 skunked, 2 doubly, 3 triply."""
        lines = [self.skunk, self.double, self.triple]
        return max((n + 1 for n, line in enumerate(lines) if line is not None and hole <= line), default=0)


NO_LINES = {"skunk": None, "double": None}

PRESETS = [
    Preset("acc", (2, 3, 3, 3), spread=True),
    Preset("bondurant", (2, 3, 3, 3), spread=True),
    Preset("bsg", (2, 3, 3, 3)),
    Preset("auclair", (0, -1, -2, -2), loss="behind", low_wins="points", spread=True),
    Preset("match4", (1, 2, 4, 4), series="best_of", games=3, first_deal="loser"),
    Preset("match3", (1, 2, 3, 3), series="best_of", games=3, first_deal="alternate"),
    Preset("wins", (1, 1, 1, 1), series="fixed", games=3),
    Preset("holes", "holes", loss="holes", series="fixed", games=3, **NO_LINES),
    Preset("lurch61", (1, 2, 2, 2), target=61, skunk=30, double=None, series="first_to", games=3, first_deal="loser"),
    Preset("fivecard", (1, 1, 1, 1), target=61, start=3, series="best_of", games=3, first_deal="alternate", **NO_LINES),
    Preset(
        "sevencard", (1, 1, 1, 1), target=151, highest=46, series="best_of", games=3, first_deal="alternate", **NO_LINES
    ),
    Preset("lowball", (1, 1, 1, 1), low_wins="game", **NO_LINES),
    Preset("casual", (1, 2, 4, 4), sign_off=False, idle_ms=0, series="first_to", games=3, first_deal="loser"),
    Preset("best3", (1, 1, 1, 1), series="best_of", games=3, first_deal="alternate"),
    Preset("best5", (1, 1, 1, 1), series="best_of", games=5, first_deal="alternate"),
]
NAMES = [preset.name for preset in PRESETS]


def preset_named(name, settings=None):
    """The preset `name` with those of `settings` that are fields laid over it. Raises ValueError for another name."""
    if name not in NAMES:
        raise ValueError(f"no preset {name!r}; there are {', '.join(NAMES)}")
    known = {field.name for field in fields(Preset)}
    changes = {key: value for key, value in (settings or {}).items() if key in known}
    return replace(PRESETS[NAMES.index(name)], **changes)
