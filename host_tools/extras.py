"""Optional dependencies (extras): the error message if a package of one is not installed."""

import sys

from host_tools.i18n import message


def missing_message(package: str, extra: str) -> str:
    """Return the error message (one line) that `package` is missing, with the command that installs `extra`.

    `package` may be a dotted module name: its first part is reported.
    """
    command = f'{sys.executable} -m pip install "cribbage-board[{extra}]"'
    return message("command.missing", package=package.partition(".")[0], command=command)
