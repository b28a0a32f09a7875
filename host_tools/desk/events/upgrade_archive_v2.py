"""Upgrade an exported event from format 2 to format 3, as migration 0004 converts a store."""

from typing import Any

from host_tools.desk.events.archive_rows import convert_rows, rows_as_dicts

_COLUMNS = {
    "tie": ["round", "player", "place"],
    "payment": ["purse", "player", "at", "by"],
    "award": ["id", "purse", "player", "what", "round", "at", "by"],
}


def upgrade(export: dict[str, Any]) -> dict[str, Any]:
    """Add to `export` the fields and tables of format 3: members, first rounds, ties, payments, awards. Returns it."""
    event, tables = export["event"], export["tables"]
    event |= {"medals": int(event["format"] in ("bsg", "holes")), "ended": "", "purses": ""}
    convert_rows(tables["entrant"], lambda row: row | {"member": _member(row), "joined": 1})
    for name, columns in _COLUMNS.items():
        tables[name] = {"columns": columns, "rows": []}
    tables["tie"]["rows"] = _tie_rows(tables)
    return export


def _member(row: dict[str, Any]) -> str:
    """Return the id that the roster gave an entrant; "" if the code is only the number."""
    return "" if row["code"] == str(row["number"]) else row["code"]


def _tie_rows(tables: dict[str, Any]) -> list[list[int]]:
    """Return the rows [round, player, place] of the table `tie`: in format 2 all play-offs were for first place."""
    rounds = [row["number"] for row in rows_as_dicts(tables["round"]) if row["kind"] == "play-off"]
    players = sorted({row["player"] for row in rows_as_dicts(tables["seat"]) if row["round"] in rounds})
    return [[min(rounds), player, 1] for player in players]
