"""Convert an exported event from format 3 to format 4, as migration 0006 converts a store."""

from typing import Any

from host_tools.desk.events.archive_v1 import convert


def converted(whole: dict[str, Any]) -> dict[str, Any]:
    """The export with what format 4 has besides: when scores are shown, and since when each has been what it is."""
    whole["event"]["score_delay"] = 0
    convert(whole["tables"]["score"], lambda row: row | {"since": ""})
    return whole
