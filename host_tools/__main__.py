"""Run the command line: `cribboard`, or `python -m host_tools`. Ctrl-C ends it without a traceback."""

import sys


def main() -> None:
    """Call the verb that the arguments name."""
    try:
        # Loading takes a moment in which a user may press Ctrl-C.
        from host_tools.cli import app

        app(prog_name="cribboard")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
