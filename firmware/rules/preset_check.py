"""Validates a custom preset. Loaded only when a custom preset is selected."""

from ..messages import CodedError
from .preset import FIRST_DEALS, LOW_WINS, PRESET_FIELDS, PRESET_LINES, SERIES

_RANGES = {
    "target": (31, 200),
    "start": (0, 199),
    "outright": (0, 3),
    "games": (1, 99),
    "highest": (1, 60),
}
_POINTS = (-200, 200)
"""Lowest and highest game points for a win or a loss."""


def check_preset(fields: dict) -> None:
    """Raise CodedError, naming the field, unless `fields` is complete, well typed and free of contradictions."""
    for field in fields:
        if field not in PRESET_FIELDS:
            raise CodedError("unknown-field", field=field, known=" ".join(PRESET_FIELDS))
    for field in PRESET_FIELDS:
        if field not in fields:
            raise CodedError("field-missing", field=field)
    _check_types(fields)
    _check_lines(fields)
    _check_worth(fields)
    _check_series(fields)


def _is_int(value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_range(field: str, value, low: int, high: int) -> None:
    """Raise CodedError unless `value` is a whole number from `low` to `high`."""
    if not _is_int(value) or not low <= value <= high:
        raise CodedError("not-within", field=field, low=low, high=high)


def _check_types(fields: dict) -> None:
    """Check types and ranges. Raises CodedError."""
    for field, (low, high) in _RANGES.items():
        _check_range(field, fields[field], low, high)
    for field in ("spread", "sign_off", "stink_hole"):
        if not isinstance(fields[field], bool):
            raise CodedError("no-boolean", field=field)
    for field, allowed in (("series", SERIES), ("low_wins", LOW_WINS), ("first_deal", FIRST_DEALS)):
        if fields[field] not in allowed:
            raise CodedError("not-one-of", field=field, known=" ".join(allowed))
    idle = fields["idle_ms"]
    if not _is_int(idle) or idle != 0 and not 500 <= idle <= 60000:
        raise CodedError("bad-idle", field="idle_ms", low=500, high=60000)


def _check_lines(fields: dict) -> None:
    """Check that start and skunk lines lie below the target, each below the one before. Raises CodedError."""
    above = fields["target"]
    _check_range("start", fields["start"], 0, above - 1)
    for field in PRESET_LINES:
        line = fields[field]
        if line is None:
            above = 0
        elif not above:
            raise CodedError("line-above-none", field=field)
        elif not _is_int(line) or not 0 <= line < above:
            raise CodedError("line-too-high", field=field, above=above)
        else:
            above = line
    if fields["low_wins"] == "game" and fields["skunk"] is not None:
        raise CodedError("low-game-skunk")
    heels = fields["heels_limit"]
    if heels is not None and (not _is_int(heels) or not 1 <= heels < fields["target"]):
        raise CodedError("line-too-high", field="heels_limit", above=fields["target"])


def _check_worth(fields: dict) -> None:
    """Check the game points for wins and losses. Raises CodedError."""
    low, high = _POINTS
    win = fields["win"]
    if win != "holes":
        if not isinstance(win, (list, tuple)) or len(win) != 4:
            raise CodedError("bad-win")
        for value in win:
            _check_range("win", value, low, high)
    loss = fields["loss"]
    if loss not in ("behind", "holes") and (not _is_int(loss) or not low <= loss <= high):
        raise CodedError("bad-loss", low=low, high=high)


def _check_series(fields: dict) -> None:
    """Check that the series of games can end under these game points. Raises CodedError."""
    series = fields["series"]
    if series == "single" and fields["games"] != 1:
        raise CodedError("not-single")
    if series in ("best_of", "first_to"):
        if fields["win"] == "holes" or fields["win"][0] < 1:
            raise CodedError("endless-series", series=series)
        if fields["loss"] != 0 or fields["low_wins"] == "points":
            raise CodedError("series-of-games", series=series)
    if fields["outright"] and fields[PRESET_LINES[fields["outright"] - 1]] is None:
        raise CodedError("no-such-line")
