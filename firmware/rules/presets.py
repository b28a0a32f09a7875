"""The built-in presets (RULES.md section 4), one row each; `firmware/rules/README.md` explains the fields."""

from .preset import Preset, PresetError

FIELDS = (
    "target",
    "start",
    "skunk",
    "double",
    "triple",
    "win",
    "loss",
    "outright",
    "spread",
    "low_wins",
    "series",
    "games",
    "highest",
    "sign_off",
    "idle_ms",
    "stink_hole",
    "heels_limit",
)

_GAMES_4 = (1, 2, 4, 4)
_GAMES_3 = (1, 2, 3, 3)
_ACC = (2, 3, 3, 3)
_ONE = (1, 1, 1, 1)

# fmt: off
_ROWS = (
    # id         target start skunk double triple win             loss     out spread low      series     N  max sign   idle  stink  heels
    ("acc",       121, 0, 90,   60,   None, _ACC,           0,        0, True,  "no",     "single",   1, 29, True,  2000, False, None),
    ("bondurant", 121, 0, 90,   60,   None, _ACC,           0,        0, True,  "no",     "single",   1, 29, True,  2000, False, None),
    ("bsg",       121, 0, 90,   60,   None, _ACC,           0,        0, False, "no",     "single",   1, 29, True,  2000, False, None),
    ("auclair",   121, 0, 90,   60,   None, (0, -1, -2, -2), "behind", 0, True,  "points", "single",   1, 29, True,  2000, False, None),
    ("match4",    121, 0, 90,   60,   None, _GAMES_4,       0,        0, False, "no",     "best_of",  3, 29, True,  2000, False, None),
    ("match3",    121, 0, 90,   60,   None, _GAMES_3,       0,        0, False, "no",     "best_of",  3, 29, True,  2000, False, None),
    ("wins",      121, 0, 90,   60,   None, _ONE,           0,        0, False, "no",     "fixed",    3, 29, True,  2000, False, None),
    ("holes",     121, 0, None, None, None, "holes",        "holes",  0, False, "no",     "fixed",    3, 29, True,  2000, False, None),
    ("lurch61",    61, 0, 30,   None, None, (1, 2, 2, 2),   0,        0, False, "no",     "first_to", 3, 29, True,  2000, False, None),
    ("fivecard",   61, 3, None, None, None, _ONE,           0,        0, False, "no",     "best_of",  3, 29, True,  2000, False, None),
    ("sevencard", 151, 0, None, None, None, _ONE,           0,        0, False, "no",     "best_of",  3, 46, True,  2000, False, None),
    ("lowball",   121, 0, None, None, None, _ONE,           0,        0, False, "game",   "single",   1, 29, True,  2000, False, None),
    ("casual",    121, 0, 90,   60,   None, _GAMES_4,       0,        0, False, "no",     "first_to", 3, 29, False, 2000, False, None),
)
# fmt: on

NAMES = tuple(row[0] for row in _ROWS)


def fields_of(name: str) -> dict:
    """The fields of a built-in preset as a new dictionary. Raises KeyError for a name that is not in NAMES."""
    for row in _ROWS:
        if row[0] == name:
            return dict(zip(FIELDS, row[1:]))
    raise KeyError(name)


def load(choice, name: str = "custom") -> Preset:
    """The preset a choice means: a built-in id, or a dictionary of all fields. Raises PresetError."""
    if isinstance(choice, dict):
        # A board that plays built-in presets keeps the memory.
        from .preset_check import check

        check(choice)
        return Preset(name, choice)
    if not isinstance(choice, str) or choice not in NAMES:
        raise PresetError("preset: %s is not one of %s" % (choice, " ".join(NAMES)))
    return Preset(choice, fields_of(choice), NAMES.index(choice))
