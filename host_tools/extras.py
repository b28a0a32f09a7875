"""Optional dependencies (extras): the error message if a package of one is not installed."""

import json
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec

from host_tools.i18n import message


def missing_message(package: str, extra: str) -> str:
    """Return the error message (one line) that `package` is missing, with the command that installs `extra`.

    `package` may be a dotted module name: its first part is reported.
    """
    return message("command.missing", package=package.partition(".")[0], command=_install_command(extra))


def _install_command(extra: str) -> str:
    """Return the command that installs an extra, or in an environment of uv the one that runs with it: there is no pip,
    and what is added to the environment of one `uvx` is not there in the next."""
    requirement = f"cribbage-board[{extra}]"
    if find_spec("pip"):
        return f'{sys.executable} -m pip install "{requirement}"'
    return f'uvx --from "{requirement}{_source()}" cribboard …'


def _source() -> str:
    """Return where this project was installed from, as a requirement ends with it; "" for an index."""
    try:
        origin = distribution("cribbage-board").read_text("direct_url.json")
    except PackageNotFoundError:
        origin = None
    return f" @ {json.loads(origin)['url']}" if origin else ""
