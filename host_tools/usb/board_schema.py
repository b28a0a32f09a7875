"""JSON Schema of what programs read: boards and their replies, result lines.

`--schema` of the commands that print JSON prints `document`.
"""

import json
from typing import Annotated, Any

import typer

from host_tools.printable import print_data
from host_tools.usb.sans_io.exchange import REPLIES, record

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer"}
_YES_NO: Schema = {"type": "boolean"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_BY_TEAM: Schema = {"type": "object", "additionalProperties": _WHOLE}
_OPTIONAL_TEXT: Schema = {"type": ["string", "null"]}
_BOARD: Schema = {
    **record(serial=_TEXT, port=_TEXT, fault=_OPTIONAL_TEXT),
    "description": "A board, and what it replied; why it did not, in `fault`.",
}
_BOARD["properties"] |= REPLIES
_RESULT: Schema = {
    **record(line=_TEXT, wrong=_TEXT),
    "description": "`line`: as the board has it; all else but `wrong`, if that can be read.",
}
_RESULTS: Schema = {"type": "array", "items": {"$ref": "#/$defs/result"}}
_RESULT["properties"] |= {
    **dict.fromkeys(("board", "event", "preset", "ended", "winner", "code"), _TEXT),
    **dict.fromkeys(("n", "round", "table", "game"), _WHOLE),
    "scores": _BY_TEAM, "points": _BY_TEAM, "signed": _YES_NO,
}  # fmt: skip
COMMANDS: dict[str, Schema] = {
    "boards": {"type": "array", "items": {"$ref": "#/$defs/board"}},
    "watch": {"type": "array", "items": {"$ref": "#/$defs/board"}},
    "doctor": {"type": "array", "items": record(where=_TEXT, wrong=_TEXT, do=_TEXT)},
    "results": {
        "type": "array",
        "items": record(
            board=_TEXT,
            port=_TEXT,
            name=_TEXT,
            faults=_TEXTS,
            results=_RESULTS,
        ),
    },
    "export": {
        **record(format={"const": "cribboard event"}, v=_WHOLE, event={"type": "object"}),
        "properties": {
            "format": {"const": "cribboard event"}, "v": _WHOLE, "event": {"type": "object"},
            "tables": {
                "type": "object",
                "additionalProperties": record(columns=_TEXTS, rows={"type": "array", "items": {"type": "array"}}),
            },
        },
    },
}  # fmt: skip
"""What each command prints with `--json`, and `cribboard event export`, by the command's name."""


def document() -> Schema:
    """Return the JSON Schema of all that programs read: one definition for each command, and those they refer to."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What `cribboard boards`, `watch`, `doctor`, `results` with --json and `event export` print",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in COMMANDS],
        "$defs": {"board": _BOARD, "result": _RESULT, **COMMANDS},
    }


def _print_schema(wanted: bool) -> None:
    if wanted:
        print_data(json.dumps(document(), indent=2) + "\n")
        raise typer.Exit


SchemaOption = Annotated[
    bool,
    typer.Option("--schema", callback=_print_schema, is_eager=True, help="Print the JSON Schema of --json and leave."),
]
