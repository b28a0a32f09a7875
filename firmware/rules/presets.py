"""The built-in presets (RULES.md section 4), one row each; `firmware/rules/README.md` explains the fields."""

from ..messages import CodedError
from .preset import FIRST_DEALS, PRESET_FIELDS, Preset

_GAMES_4 = (1, 2, 4, 4)
_GAMES_3 = (1, 2, 3, 3)
_ACC = (2, 3, 3, 3)
_ONE = (1, 1, 1, 1)

# New rows at the end only: the journal knows a preset by its place.
# fmt: off
_ROWS = (
    # id         target start skunk double triple win             loss     out spread low      series     N  max sign   idle  stink  heels first deal
    ("acc",       121, 0, 90,   60,   None, _ACC,           0,        0, True,  "no",     "single",   1, 29, True,  2000, False, None, "cut"),
    ("bondurant", 121, 0, 90,   60,   None, _ACC,           0,        0, True,  "no",     "single",   1, 29, True,  2000, False, None, "cut"),
    ("bsg",       121, 0, 90,   60,   None, _ACC,           0,        0, False, "no",     "single",   1, 29, True,  2000, False, None, "cut"),
    ("auclair",   121, 0, 90,   60,   None, (0, -1, -2, -2), "behind", 0, True,  "points", "single",   1, 29, True,  2000, False, None, "cut"),
    ("match4",    121, 0, 90,   60,   None, _GAMES_4,       0,        0, False, "no",     "best_of",  3, 29, True,  2000, False, None, "loser"),
    ("match3",    121, 0, 90,   60,   None, _GAMES_3,       0,        0, False, "no",     "best_of",  3, 29, True,  2000, False, None, "alternate"),
    ("wins",      121, 0, 90,   60,   None, _ONE,           0,        0, False, "no",     "fixed",    3, 29, True,  2000, False, None, "cut"),
    ("holes",     121, 0, None, None, None, "holes",        "holes",  0, False, "no",     "fixed",    3, 29, True,  2000, False, None, "cut"),
    ("lurch61",    61, 0, 30,   None, None, (1, 2, 2, 2),   0,        0, False, "no",     "first_to", 3, 29, True,  2000, False, None, "loser"),
    ("fivecard",   61, 3, None, None, None, _ONE,           0,        0, False, "no",     "best_of",  3, 29, True,  2000, False, None, "alternate"),
    ("sevencard", 151, 0, None, None, None, _ONE,           0,        0, False, "no",     "best_of",  3, 46, True,  2000, False, None, "alternate"),
    ("lowball",   121, 0, None, None, None, _ONE,           0,        0, False, "game",   "single",   1, 29, True,  2000, False, None, "cut"),
    ("casual",    121, 0, 90,   60,   None, _GAMES_4,       0,        0, False, "no",     "first_to", 3, 29, False, 2000, False, None, "loser"),
    ("best3",     121, 0, 90,   60,   None, _ONE,           0,        0, False, "no",     "best_of",  3, 29, True,  2000, False, None, "alternate"),
    ("best5",     121, 0, 90,   60,   None, _ONE,           0,        0, False, "no",     "best_of",  5, 29, True,  2000, False, None, "alternate"),
)
# fmt: on

PRESET_NAMES = tuple(row[0] for row in _ROWS)


def fields_of(name: str) -> dict:
    """Return the fields of a built-in preset as a new dictionary. Raises KeyError for a name not in PRESET_NAMES."""
    for row in _ROWS:
        if row[0] == name:
            return dict(zip(PRESET_FIELDS, row[1:]))
    raise KeyError(name)


def load_preset(choice, name: str = "custom") -> Preset:
    """Return the Preset for `choice`: a built-in id, or a dictionary of all fields, named `name`. Raises CodedError.

    A dictionary may leave out `first_deal`: it is "cut".
    """
    if isinstance(choice, dict):
        from .preset_check import check_preset

        fields = dict(choice)
        fields.setdefault("first_deal", FIRST_DEALS[0])
        check_preset(fields)
        return Preset(name, fields)
    if not isinstance(choice, str) or choice not in PRESET_NAMES:
        raise CodedError("unknown-preset", preset=str(choice), known=" ".join(PRESET_NAMES))
    return Preset(choice, fields_of(choice), PRESET_NAMES.index(choice))
