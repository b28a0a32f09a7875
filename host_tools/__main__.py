"""Entry point of `cribboard` and `python -m host_tools`. Ctrl-C and `| head` end it without a traceback."""

import os
import sys


def main() -> None:
    """Call the command that the arguments name."""
    try:
        # Loading takes a moment in which a user may press Ctrl-C.
        from host_tools.cli import app

        app(prog_name="cribboard")
    except KeyboardInterrupt:
        sys.exit(130)
    except SystemExit as ended:
        # Whoever read the output has had enough, as `head` has: no failure.
        unread = isinstance(ended.__context__, BrokenPipeError)
        _flush()
        sys.exit(0 if unread else ended.code)


def _flush() -> None:
    """Write what is still buffered, or discard it where nobody reads it: the interpreter would complain at its end."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
