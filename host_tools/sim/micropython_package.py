"""Downloads MicroPython's WebAssembly build, and what the page has for QR codes and GIFs, from npm into a cache."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import platformdirs

from host_tools.i18n import message
from host_tools.os_errors import os_reason
from host_tools.sim.npm import FetchError, fetch_package


class Package(NamedTuple):
    """An npm package, and the files that are kept of it, each with its SHA-256; `folder`: theirs on the page."""

    name: str
    version: str
    folder: str
    files: dict[str, str]


MICROPYTHON = Package(
    "@micropython/micropython-webassembly-pyscript",
    "1.27.0",
    "micropython",
    {
        "micropython.mjs": "c2be87e7ba24e3b47d133022b009a66bff07f4720aa23d816d216ef8cc47014c",
        "micropython.wasm": "06338c955b03c5700aa0069015d3e392d76836ef8e2ce25bedbe59b88ccd373c",
    },
)
GIFENC = Package(
    "gifenc",
    "1.0.3",
    "gifenc",
    {
        "dist/gifenc.esm.js": "217761244379253ba5815510d3048a4fb1f4c4dbe9fb51a5cfbfe26f34eec093",
        "LICENSE.md": "47bc590c39d8ccccfc544875a9faebf44bafa828ef20315b396b5d0629f0cfd6",
    },
)
QR = Package(
    "qr",
    "0.7.0",
    "qr",
    {
        "index.js": "a0de370051f94bd74f218f74401fdf197585e3f9ef0143164f87ea941a3fdd6f",
        "decode.js": "00e209820dcb11d624e9a03d6383e580766792b57d1651318f0a29e4e1ff0fe8",
    },
)
PACKAGES = (MICROPYTHON, GIFENC, QR)
FILES = {Path(name).name: checksum for package in PACKAGES for name, checksum in package.files.items()}
"""Names of the files in the cache's folder, each with its SHA-256."""


def package_dir(report: Callable[[str], None] = print) -> Path:
    """Return the folder with the files of FILES, downloaded if it is not there yet.

    `report` takes a line when fetching begins and one when it is done. Raises FetchError.
    """
    home = platformdirs.user_cache_path("cribboard") / cache_name()
    if not _is_intact(home):
        report(message("sim.fetching"))
        _install(home)
        report(message("sim.fetched", folder=home))
    return home


def cache_name() -> str:
    """Return the name of the folder in the user's cache: another version of a package is kept in another one."""
    return "-".join(f"{package.folder}-{package.version}" for package in PACKAGES)


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
        raise FetchError(message("sim.fetch_no_room", folder=home.parent, reason=os_reason(error))) from error


def _download(folder: Path) -> Path:
    """Download the packages, and return a folder in `folder` with the files of FILES alone. Raises FetchError."""
    checked = folder / "checked"
    checked.mkdir()
    for package in PACKAGES:
        for name, content in fetch_package(package.name, package.version, package.files).items():
            (checked / Path(name).name).write_bytes(content)
    if not _is_intact(checked):
        raise FetchError(message("sim.fetch_wrong"))
    return checked


def _rename_unless_done(package: Path, home: Path) -> None:
    """Rename the verified download to `home`, unless another process has installed it meanwhile."""
    if _is_intact(home):
        return
    shutil.rmtree(home, ignore_errors=True)
    package.rename(home)
