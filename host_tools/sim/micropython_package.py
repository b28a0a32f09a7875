"""Downloads the MicroPython WebAssembly build from npm once, and keeps it in the user's cache."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import platformdirs

from host_tools.i18n import message
from host_tools.sim.npm import FetchError, fetch_package

PACKAGE = "@micropython/micropython-webassembly-pyscript"
VERSION = "1.27.0"
FILES = {
    "micropython.mjs": "c2be87e7ba24e3b47d133022b009a66bff07f4720aa23d816d216ef8cc47014c",
    "micropython.wasm": "06338c955b03c5700aa0069015d3e392d76836ef8e2ce25bedbe59b88ccd373c",
}
"""Files that are kept of the package, each with its SHA-256."""


def package_dir(report: Callable[[str], None] = print) -> Path:
    """Return the folder with micropython.mjs and micropython.wasm, downloaded if it is not there yet.

    `report` takes a line when fetching begins and one when it is done. Raises FetchError.
    """
    home = platformdirs.user_cache_path("cribboard") / f"micropython-{VERSION}"
    if not _is_intact(home):
        report(message("sim.fetching"))
        _install(home)
        report(message("sim.fetched", folder=home))
    return home


def _is_intact(folder: Path) -> bool:
    """Return whether every file of FILES is in the folder with its pinned checksum."""
    return all(
        (folder / name).is_file() and hashlib.sha256((folder / name).read_bytes()).hexdigest() == checksum
        for name, checksum in FILES.items()
    )


def _install(home: Path) -> None:
    """Download into a folder beside `home` and rename it, so that `home` is never incomplete. Raises FetchError."""
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.parent, prefix="fetching-") as name:
            package = _download(Path(name))
            _rename_unless_done(package, home)
    except OSError as error:
        raise FetchError(message("sim.fetch_no_room", folder=home.parent, reason=error.strerror or error)) from error


def _download(folder: Path) -> Path:
    """Download the package, and return a folder in `folder` with the files of FILES alone. Raises FetchError."""
    fetch_package(PACKAGE, VERSION, folder)
    if not _is_intact(folder / PACKAGE):
        raise FetchError(message("sim.fetch_wrong"))
    package = folder / "checked"
    package.mkdir()
    for name in FILES:
        (folder / PACKAGE / name).rename(package / name)
    return package


def _rename_unless_done(package: Path, home: Path) -> None:
    """Rename the verified download to `home`, unless another process has installed it meanwhile."""
    if _is_intact(home):
        return
    shutil.rmtree(home, ignore_errors=True)
    package.rename(home)
