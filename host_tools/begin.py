"""Where the program begins: before a verb and what it needs are loaded, Ctrl-C can come already."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it without a traceback."""
    try:
        # A second of loading, in which a user may think better of it.
        from host_tools.cli import app

        app()
    except KeyboardInterrupt:
        sys.exit(130)
