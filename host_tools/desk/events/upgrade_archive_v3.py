"""Upgrade an exported event from format 3 to format 4, as migration 0006 converts a store."""

from typing import Any

from host_tools.desk.events.archive_rows import convert_rows


def upgrade(export: dict[str, Any]) -> dict[str, Any]:
    """Add what format 4 has besides: the delay of scores, and since when each has its value. Returns it."""
    export["event"]["score_delay"] = 0
    convert_rows(export["tables"]["score"], lambda row: row | {"since": ""})
    return export
