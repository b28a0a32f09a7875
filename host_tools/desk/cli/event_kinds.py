"""The kinds of event as a choice of the command line."""

from enum import StrEnum

from host_tools.desk.formats import FORMATS

Kind = StrEnum("Kind", {name: name for name in FORMATS})  # type: ignore[misc]
