"""Writes the virtual board's page as plain files that any web server can hand out, from any folder of its site."""

import json
import shutil
from pathlib import Path

from host_tools.sim.bundle import bundle
from host_tools.sim.micropython import FILES
from host_tools.sim.server import PAGE

_LIST = ".cribboard-page"


class ExportError(Exception):
    """The page cannot be written there. The text is one line that says why and what to do."""


def export(folder: Path, micropython: Path) -> int:
    """Writes the page below `folder` and returns how many files it has.

    `folder` may be new, empty or an earlier export, whose files are replaced. Raises ExportError for any other.
    """
    try:
        _clear(folder)
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder, micropython)
        names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
        (folder / _LIST).write_text("\n".join(names), encoding="utf-8")
    except OSError as error:
        raise ExportError(f"The page cannot be written to {folder}: {error.strerror}.") from error
    return len(names)


def _clear(folder: Path) -> None:
    """Removes what an earlier export wrote; refuses a folder that holds anything else."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not (folder / _LIST).is_file():
        raise ExportError(f"{folder} holds other things: name a new or empty folder, or an earlier export.")
    for name in (folder / _LIST).read_text(encoding="utf-8").splitlines():
        (folder / name).unlink(missing_ok=True)


def _write(folder: Path, micropython: Path) -> None:
    shutil.copytree(PAGE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.png"))  # README's picture
    (folder / "micropython").mkdir(exist_ok=True)
    for name in FILES:
        shutil.copyfile(micropython / name, folder / "micropython" / name)
    (folder / "board.json").write_text(json.dumps(bundle()), encoding="utf-8")
