"""Optional dependencies (extras): the error message where a package of one is not installed."""

import sys

from host_tools.i18n import message


def missing(package: str, extra: str) -> str:
    """Return one line that says that `package`, or the package of that module, is missing, with the command that
    installs the extra for this Python.
    """
    command = f'{sys.executable} -m pip install "cribbage-board[{extra}]"'
    return message("command.missing", package=package.partition(".")[0], command=command)
