"""Convert an exported event from format 2 to format 3, as migration 0004 converts a store."""

from typing import Any

from host_tools.desk.events.archive_v1 import convert, dicts

_COLUMNS = {
    "tie": ["round", "player", "place"],
    "payment": ["purse", "player", "at", "by"],
    "award": ["id", "purse", "player", "what", "round", "at", "by"],
}


def converted(whole: dict[str, Any]) -> dict[str, Any]:
    """The export with what format 3 has besides: members, late arrivals, ties of any place, payments, awards."""
    event, tables = whole["event"], whole["tables"]
    event |= {"medals": int(event["format"] in ("bsg", "holes")), "ended": "", "purses": ""}
    convert(tables["entrant"], lambda row: row | {"member": _member(row), "joined": 1})
    for name, columns in _COLUMNS.items():
        tables[name] = {"columns": columns, "rows": []}
    tables["tie"]["rows"] = _tie_rows(tables)
    return whole


def _member(row: dict[str, Any]) -> str:
    return "" if row["code"] == str(row["number"]) else row["code"]


def _tie_rows(tables: dict[str, Any]) -> list[list[int]]:
    """Rows [round, player, place] of the table `tie`: in format 2 a play-off was always of those tied for first."""
    rounds = [row["number"] for row in dicts(tables["round"]) if row["kind"] == "play-off"]
    players = sorted({row["player"] for row in dicts(tables["seat"]) if row["round"] in rounds})
    return [[min(rounds), player, 1] for player in players]
