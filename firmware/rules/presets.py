"""The built-in presets (RULES.md section 4), one row each; `firmware/rules/README.md` explains the fields."""

from ..messages import CodedError
from .preset import FIRST_DEALS, Preset

_GAMES_4 = (1, 2, 4, 4)
_GAMES_3 = (1, 2, 3, 3)
_ACC = (2, 3, 3, 3)
_ONE = (1, 1, 1, 1)

_COMMON: dict = {
    "target": 121,
    "start": 0,
    "skunk": 90,
    "double": 60,
    "triple": None,
    "win": _ONE,
    "loss": 0,
    "outright": 0,
    "spread": False,
    "low_wins": "no",
    "series": "single",
    "games": 1,
    "highest": 29,
    "sign_off": True,
    "idle_ms": 2000,
    "stink_hole": False,
    "heels_limit": None,
    "first_deal": "cut",
}
"""What a preset is where its row says nothing else."""
# New rows at the end only: the journal knows a preset by its place.
# fmt: off
_ROWS: tuple = (
    ("acc", {"win": _ACC, "spread": True}),
    ("bondurant", {"win": _ACC, "spread": True}),
    ("bsg", {"win": _ACC}),
    ("auclair", {"win": (0, -1, -2, -2), "loss": "behind", "spread": True, "low_wins": "points"}),
    ("match4", {"win": _GAMES_4, "series": "best_of", "games": 3, "first_deal": "loser"}),
    ("match3", {"win": _GAMES_3, "series": "best_of", "games": 3, "first_deal": "alternate"}),
    ("wins", {"series": "fixed", "games": 3}),
    ("holes", {"skunk": None, "double": None, "win": "holes", "loss": "holes", "series": "fixed", "games": 3}),
    ("lurch61", {"target": 61, "skunk": 30, "double": None, "win": (1, 2, 2, 2), "series": "first_to", "games": 3, "first_deal": "loser"}),
    ("fivecard", {"target": 61, "start": 3, "skunk": None, "double": None, "series": "best_of", "games": 3, "first_deal": "alternate"}),
    ("sevencard", {"target": 151, "skunk": None, "double": None, "series": "best_of", "games": 3, "highest": 46, "first_deal": "alternate"}),
    ("lowball", {"skunk": None, "double": None, "low_wins": "game"}),
    ("casual", {"win": _GAMES_4, "series": "first_to", "games": 3, "sign_off": False, "idle_ms": 0, "first_deal": "loser"}),
    ("best3", {"series": "best_of", "games": 3, "first_deal": "alternate"}),
    ("best5", {"series": "best_of", "games": 5, "first_deal": "alternate"}),
)
# fmt: on
"""Each preset's id, and its fields that differ from `_COMMON`."""

PRESET_NAMES = tuple([name for name, _ in _ROWS])


def fields_of(name: str) -> dict:
    """Return the fields of a built-in preset as a new dictionary. Raises KeyError for a name not in PRESET_NAMES."""
    fields = dict(_COMMON)
    fields.update(dict(_ROWS)[name])
    return fields


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
