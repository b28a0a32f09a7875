"""Convert an exported event from format 1 to format 2, as migration 0003 converts a store."""

from typing import Any

_CANCELS = ("reopened", "cleared")


def converted(whole: dict[str, Any]) -> dict[str, Any]:
    """The export with what format 2 has besides: ids, presets of rounds, times of seating, reasons to hold a line."""
    event, tables = whole["event"], whole["tables"]
    event["uid"] = event["name"]
    preset = "acc" if event["format"] in ("robin", "free") else event["format"]
    match = "best5" if event["best_of"] == 5 else "best3"
    convert(tables["round"], lambda row: row | {"preset": match if row["kind"] == "bracket" else preset})
    convert(tables["sitting"], lambda row: row | {"at": ""})
    seated = {(row["round"], row["table"]) for row in dicts(tables["sitting"])}
    convert(tables["line"], lambda row: _with_reasons(row, (row["round"], row["table"]) in seated))
    return whole


def _with_reasons(line: dict[str, Any], seated: bool) -> dict[str, Any]:
    reasons = [line.pop("fault"), line.pop("chain")]
    if line["decision"] == "rejected":
        line["decision"] = "refused"
    if not (seated or line["decision"] or line["end"] in _CANCELS):
        reasons.append("early")
    return line | {"held": " ".join(filter(None, reasons))}


def dicts(table: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of an exported table by column."""
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def convert(table: dict[str, Any], change) -> None:
    """Replace each row of an exported table by `change(row)`."""
    rows = [change(row) for row in dicts(table)]
    if rows:
        table["columns"] = list(rows[0])
        table["rows"] = [list(row.values()) for row in rows]
