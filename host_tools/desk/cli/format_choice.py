"""The ids of all event formats, for the help of Typer's `--format` option."""

from host_tools.desk.formats.event_formats import FORMATS

FORMAT_IDS = f"[{'|'.join(FORMATS)}]"
