"""Upgrade an exported event from format 3 to format 4, as migration 0007 converts a store."""

from typing import Any

from host_tools.desk.events.archive_rows import convert_rows


def upgrade(export: dict[str, Any]) -> dict[str, Any]:
    """Add to `export` the fields of format 4: the delay of public scores, and each score's time. Returns it."""
    export["event"]["score_delay"] = 0
    convert_rows(export["tables"]["score"], lambda row: row | {"since": ""})
    return export
