"""Validates a custom preset. Loaded only when a custom preset is selected."""

from .preset import FIRST_DEALS, LOW_WINS, PRESET_FIELDS, PRESET_LINES, SERIES, PresetError

_RANGES = {
    "target": (31, 200),
    "start": (0, 199),
    "outright": (0, 3),
    "games": (1, 99),
    "highest": (1, 60),
}


def check_preset(fields: dict) -> None:
    """Raise PresetError, naming the field, unless `fields` is complete, well typed and free of contradictions."""
    for field in fields:
        if field not in PRESET_FIELDS:
            _fail(field, "unknown; fields are " + " ".join(PRESET_FIELDS))
    for field in PRESET_FIELDS:
        if field not in fields:
            _fail(field, "missing")
    _check_types(fields)
    _check_lines(fields)
    _check_worth(fields)
    _check_series(fields)


def _fail(field: str, problem: str) -> None:
    """Raise PresetError with a message that begins with the field's name."""
    raise PresetError("%s: %s" % (field, problem))


def _is_int(value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_types(fields: dict) -> None:
    """Check types and ranges. Raises PresetError."""
    for field, (low, high) in _RANGES.items():
        if not _is_int(fields[field]) or not low <= fields[field] <= high:
            _fail(field, "a whole number from %d to %d" % (low, high))
    for field in ("spread", "sign_off", "stink_hole"):
        if not isinstance(fields[field], bool):
            _fail(field, "true or false")
    for field, allowed in (("series", SERIES), ("low_wins", LOW_WINS), ("first_deal", FIRST_DEALS)):
        if fields[field] not in allowed:
            _fail(field, "one of " + " ".join(allowed))
    idle = fields["idle_ms"]
    if not _is_int(idle) or idle != 0 and not 500 <= idle <= 60000:
        _fail("idle_ms", "0 for never, or 500 to 60000")


def _check_lines(fields: dict) -> None:
    """Check that start and skunk lines lie below the target, each below the one before. Raises PresetError."""
    above = fields["target"]
    if fields["start"] >= above:
        _fail("start", "below the target, %d" % above)
    for field in PRESET_LINES:
        line = fields[field]
        if line is None:
            above = 0
        elif not _is_int(line) or not 0 <= line < above:
            _fail(field, "null, or a hole below %s" % (above or "a line that is not there"))
        else:
            above = line
    if fields["low_wins"] == "game" and fields["skunk"] is not None:
        _fail("skunk", "null where the first to the target loses")
    heels = fields["heels_limit"]
    if heels is not None and (not _is_int(heels) or not 1 <= heels < fields["target"]):
        _fail("heels_limit", "null, or a hole below the target")


def _check_worth(fields: dict) -> None:
    """Check the game points for wins and losses. Raises PresetError."""
    win = fields["win"]
    if win != "holes":
        if not isinstance(win, (list, tuple)) or len(win) != 4:
            _fail("win", '"holes", or four whole numbers for level 0 to 3')
        for value in win:
            if not _is_int(value) or not -200 <= value <= 200:
                _fail("win", "whole numbers from -200 to 200")
    loss = fields["loss"]
    if loss not in ("behind", "holes") and (not _is_int(loss) or not -200 <= loss <= 200):
        _fail("loss", '"behind", "holes", or a whole number from -200 to 200')


def _check_series(fields: dict) -> None:
    """Check that the series of games can end under these game points. Raises PresetError."""
    series = fields["series"]
    if series == "single" and fields["games"] != 1:
        _fail("games", "1 where the series is single")
    if series in ("best_of", "first_to"):
        if fields["win"] == "holes" or fields["win"][0] < 1:
            _fail("series", "%s never ends where a win is not worth a game point" % series)
        if fields["loss"] != 0 or fields["low_wins"] == "points":
            _fail("series", "%s counts games won: loss 0 and low_wins not points" % series)
    if fields["outright"] and fields[PRESET_LINES[fields["outright"] - 1]] is None:
        _fail("outright", "that level has no line")
