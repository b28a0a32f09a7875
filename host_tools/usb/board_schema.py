"""JSON Schema of what programs read: boards and their replies, result lines, and the check of a board's replies by it.

`--schema` of the commands that print JSON prints `document`.
"""

import json
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from host_tools.printable import print_data

Schema = dict[str, Any]

_TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str, "boolean": bool, "object": dict, "array": list, "null": type(None),
    "integer": int, "number": (int, float),
}  # fmt: skip


def _record(**properties: Schema) -> Schema:
    """Return the schema of an object that has these members, and may have more."""
    return {"type": "object", "properties": properties, "required": list(properties)}


_TEXT: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer"}
_YES_NO: Schema = {"type": "boolean"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_BY_TEAM: Schema = {"type": "object", "additionalProperties": _WHOLE}

REPLIES: dict[str, Schema] = {
    "hello": _record(board=_TEXT, name=_TEXT, table=_WHOLE, event=_TEXT, link=_WHOLE, build=_TEXT),
    "status": _record(
        phase=_TEXT,
        asked=_TEXT,
        round=_WHOLE,
        game=_WHOLE,
        winner={"type": ["string", "null"]},
        tracks={"type": "object", "additionalProperties": _record(front=_WHOLE, pending=_WHOLE)},
        results=_WHOLE,
        held=_WHOLE,
        faults=_WHOLE,
        notes=_TEXTS,
    ),
    "selftest": _record(
        firmware=_TEXT,
        machine=_TEXT,
        keys_down=_TEXTS,
        flash=_record(free=_WHOLE, whole=_WHOLE, failed=_WHOLE, events=_WHOLE),
    ),
    "events": _record(file=_TEXT, at=_WHOLE, hex=_TEXT),
}
"""What a board replies, by the type of the request; replies to other requests are not checked."""


_OPTIONAL_TEXT: Schema = {"type": ["string", "null"]}
_BOARD: Schema = {
    **_record(serial=_TEXT, port=_TEXT, fault=_OPTIONAL_TEXT),
    "description": "A board, and what it replied; why it did not, in `fault`.",
}
_BOARD["properties"] |= REPLIES
_RESULT: Schema = {
    **_record(line=_TEXT, wrong=_TEXT),
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
    "doctor": {"type": "array", "items": _record(where=_TEXT, wrong=_TEXT, do=_TEXT)},
    "results": {
        "type": "array",
        "items": _record(
            board=_TEXT,
            port=_TEXT,
            name=_TEXT,
            faults=_TEXTS,
            results=_RESULTS,
        ),
    },
    "export": {
        **_record(format={"const": "cribboard event"}, v=_WHOLE, event={"type": "object"}),
        "properties": {
            "format": {"const": "cribboard event"}, "v": _WHOLE, "event": {"type": "object"},
            "tables": {
                "type": "object",
                "additionalProperties": _record(columns=_TEXTS, rows={"type": "array", "items": {"type": "array"}}),
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


def schema_faults(value: object, schema: Schema, place: str = "") -> Iterator[str]:
    """Yield what is wrong with a value by a schema, each with its place; of JSON Schema what this module uses."""
    allowed = schema.get("type", list(_TYPES))
    names = [allowed] if isinstance(allowed, str) else allowed
    # In Python a boolean is an integer; in JSON it is none.
    is_number = isinstance(value, bool) and "boolean" not in names
    if is_number or not any(isinstance(value, _TYPES[name]) for name in names):
        yield f"{place or 'it'} is no {' or '.join(names)}"
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from schema_faults(item, schema.get("items", {}), f"{place}[{number}]")
    elif isinstance(value, dict):
        yield from (f"{name} is missing" for name in schema.get("required", ()) if name not in value)
        for name, item in value.items():
            member = schema.get("properties", {}).get(name, schema.get("additionalProperties", {}))
            yield from schema_faults(item, member, f"{place}.{name}" if place else name)


def _print_schema(wanted: bool) -> None:
    if wanted:
        print_data(json.dumps(document(), indent=2) + "\n")
        raise typer.Exit


SchemaOption = Annotated[
    bool,
    typer.Option("--schema", callback=_print_schema, is_eager=True, help="Print the JSON Schema of --json and leave."),
]
