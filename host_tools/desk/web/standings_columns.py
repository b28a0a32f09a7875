"""Columns of the standings on pages."""

from host_tools.desk.formats.event_formats import Format

_COLUMNS = ("points", "won", "lost", "skunks", "net", "plus", "played")
"""Columns after rank and name: fields of `Standing`."""
_OF_SPREAD = ("net", "plus")
"""Columns of presets that count a spread alone."""
_DECIDED_BY = {"games won": "won", "skunks": "skunks", "net spread": "net", "plus points": "plus"}
"""The column that shows a ranking criterion; of points it is always the first."""


def standings_columns(kind: Format) -> list[tuple[str, bool]]:
    """Return the columns of the format's standings, each with whether it decides about places: others give way on
    phones."""
    deciding = {"points", *(_DECIDED_BY.get(criterion, "") for criterion in kind.ranking)}
    spread = kind.loaded_preset.spread
    return [(field, field in deciding) for field in _COLUMNS if spread or field not in _OF_SPREAD]
