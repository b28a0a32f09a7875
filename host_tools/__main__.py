"""Entry point of `cribboard` and `python -m host_tools`. Ctrl-C and `| head` end it without a traceback."""

import gettext
import io
import os
import sys


def main() -> None:
    """Run the command that `sys.argv` names."""
    for stream in (sys.stdout, sys.stderr):
        # Where a console or a pipe lacks a character, a sentence has another in its place.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        # Loading takes a moment in which a user may press Ctrl-C.
        from host_tools.i18n import translated_help

        # Typer asks this function, while it is imported, for the sentences of its own.
        gettext.gettext = translated_help  # type: ignore[assignment]

        from host_tools.cli import app

        app(prog_name="cribboard")
    except KeyboardInterrupt:
        sys.exit(130)
    except SystemExit as ended:
        # A reader that closes the pipe early, as `head` does, is no failure.
        pipe_closed = isinstance(ended.__context__, BrokenPipeError)
        _flush_stdout()
        sys.exit(0 if pipe_closed else ended.code)


def _flush_stdout() -> None:
    """Flush standard output; if its reader has closed the pipe, discard it, or Python prints an error at exit."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
