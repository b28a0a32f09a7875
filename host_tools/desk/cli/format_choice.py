"""The event formats as an enum, for Typer's `--format` option."""

from enum import StrEnum

from host_tools.desk.formats.event_formats import FORMATS

Kind = StrEnum("Kind", {name: name for name in FORMATS})  # type: ignore[misc]
