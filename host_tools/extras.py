"""Optional dependencies (extras): the error message where a package of one is not installed."""

import sys

from host_tools.words import word


def missing(package: str, extra: str) -> str:
    """Return one line that says that `package`, or the package of that module, is missing, with the command that
    installs the extra for this Python.
    """
    command = f'{sys.executable} -m pip install "cribbage-board[{extra}]"'
    return word("command.missing", package=package.partition(".")[0], command=command)
