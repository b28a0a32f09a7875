"""Upgrade an exported event from format 1 to format 2, as migration 0003 converts a store."""

from typing import Any

from host_tools.desk.events.archive_rows import convert_rows, rows_as_dicts

_CANCELS = ("reopened", "cleared")


def upgrade(export: dict[str, Any]) -> dict[str, Any]:
    """Add to `export` the fields of format 2: event id, rounds' presets, seating times, reasons to hold. Returns it."""
    event, tables = export["event"], export["tables"]
    event["uid"] = event["name"]
    preset = "acc" if event["format"] in ("robin", "free") else event["format"]
    match = "best5" if event["best_of"] == 5 else "best3"
    convert_rows(tables["round"], lambda row: row | {"preset": match if row["kind"] == "bracket" else preset})
    convert_rows(tables["sitting"], lambda row: row | {"at": ""})
    seated = {(row["round"], row["table"]) for row in rows_as_dicts(tables["sitting"])}
    convert_rows(tables["line"], lambda row: _line_with_reasons(row, (row["round"], row["table"]) in seated))
    return export


def _line_with_reasons(line: dict[str, Any], seated: bool) -> dict[str, Any]:
    """Replace a line's fault and chain by `held`; `seated`: its table was seated in its round."""
    reasons = [line.pop("fault"), line.pop("chain")]
    if line["decision"] == "rejected":
        line["decision"] = "refused"
    if not (seated or line["decision"] or line["end"] in _CANCELS):
        reasons.append("early")
    return line | {"held": " ".join(filter(None, reasons))}
