"""Deploys firmware atomically: writes it beside the old one, verifies it, renames it; boot.py installs it.

Until `/next` becomes `/ready` the board begins with the firmware it had, from then on with the new one (boot.py).
Journal, results and settings stand elsewhere and are not touched.
"""

import json
from binascii import a2b_base64
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from firmware.config import FIRMWARE_VERSION
from host_tools.firmware_build.sources import START
from host_tools.printable import printable
from host_tools.usb import deploy_files
from host_tools.usb.repl import Repl, ReplError

FIRMWARE_PATH_SCRIPT = "try:\n    import firmware\n    print(firmware.__path__)\nexcept ImportError:\n    print()"
"""Prints the path of the board's firmware; within `.frozen` if it is part of MicroPython."""
BOARD_KIND_SCRIPT = "import sys\nprint(getattr(sys.implementation, '_mpy', 0), sys.platform)"
"""Prints `sys.implementation._mpy` and `sys.platform`, by which an image is chosen."""
STAGES = ("/old", "/next", "/ready")
"""Folders that a deploy deletes first."""
PLACES_OF_LIST = ("", "/ready", "/old")
"""Where the list of the firmware's files may stand: in its place, or where an interrupted deploy left it."""
_SHOWN = 20
BOARD_SCRIPT = Path(__file__).with_name("repl_script.py")


class StrangersFile(NamedTuple):
    """A file on a board that is not known to be the firmware's; `comment`: its first line, where that is a comment."""

    path: str
    size: int
    comment: str


class StrangersFilesError(ReplError):
    """There are files on the board that are not ours, and would be lost, or run, or read."""

    def __init__(self, files: list[StrangersFile]) -> None:
        shown = [f"  {file.path}  {file.size:,} bytes  {file.comment}".rstrip() for file in files[:_SHOWN]]
        more = [f"  and {len(files) - _SHOWN} more"] if len(files) > _SHOWN else []
        lines = ["it has files that are not ours, and nothing was changed:", *shown, *more]
        keep = "--new goes on: it keeps them on the board, in /before, and on this computer"
        super().__init__("\n".join(map(printable, [*lines, keep])))


class NewerError(ReplError):
    """The board's firmware is newer than this program's."""

    def __init__(self, version: str) -> None:
        ours = f"{FIRMWARE_VERSION}, which this program has"
        super().__init__(f"its firmware {version} is newer than {ours}: take the newer program, or --downgrade")


class FrozenError(ReplError):
    """The board's firmware is frozen into its MicroPython: files on its flash would not be used."""


@dataclass(frozen=True)
class DeployResult:
    """Counts of a deploy: `sent` files of `size` bytes in all, and `removed` files.

    `kept_in`: the folder on the board to which files that are not ours were moved; "" if there were none.
    """

    sent: int
    size: int
    removed: int
    kept_in: str = ""

    @property
    def changed(self) -> bool:
        """Whether the deploy has changed any file."""
        return bool(self.sent or self.removed)


@dataclass(frozen=True)
class DeployPlan:
    """The steps of a deploy, as paths: files to keep (copied on the board), send and remove; folders to create."""

    kept: list[str]
    sent: list[str]
    gone: list[str]
    folders: list[str]

    @property
    def changes(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.sent or self.gone)


def plan_deploy(present: Mapping[str, str], listed: Set[str], wanted: Mapping[str, str]) -> DeployPlan:
    """Compute the plan that turns the files `present` into those `wanted`, both digests by path.

    Unwanted files are removed if they are `listed` (the board's own list of firmware files) or are the firmware's on
    any kind of board; all others are kept.
    """
    own = ({f"/{path}" for path in deploy_files.firmware_paths()} | listed) & present.keys()
    to_send = sorted(path for path, digest in wanted.items() if present.get(path) != digest)
    to_remove = sorted(own - wanted.keys())
    to_keep = sorted(present.keys() - set(to_remove) - set(to_send))
    return DeployPlan(to_keep, to_send, to_remove, _folders([*to_keep, *to_send]))


def fitting_image(repl: Repl) -> dict[str, bytes]:
    """Return the image (bytes by path) for the board's processor. Raises deploy_files.FormatError, ReplError."""
    mpy, platform = repl.run(BOARD_KIND_SCRIPT).split()
    return deploy_files.board_image(deploy_files.architecture(int(mpy)), platform)


def deploy(
    repl: Repl,
    report: Callable[[int, int], None],
    runs_firmware: bool = True,
    keep: Callable[[str, bytes], None] | None = None,
    downgrade: bool = False,
) -> DeployResult:
    """Deploy this program's firmware to the board. `report` takes the bytes sent, and the bytes to send in all.

    `runs_firmware`: whether the board's firmware has answered, or is known to have stopped. `keep` takes path and
    contents of each file that is not ours, which then is moved away; None: there may be none. Nothing is written if no
    file differs. Raises ReplError, FrozenError, StrangersFilesError, NewerError, deploy_files.FormatError.
    """
    if repl.run(FIRMWARE_PATH_SCRIPT).startswith(".frozen"):
        raise FrozenError(
            "its firmware is frozen into its MicroPython: put a newer image on it, as its builder made it"
        )
    wanted = {f"/{path}": data for path, data in fitting_image(repl).items()}
    repl.run(BOARD_SCRIPT.read_text(encoding="utf-8"))
    wanted_digests = {path: deploy_files.sha256_hex(data) for path, data in wanted.items()}
    present = _list_files(repl, [f"/{deploy_files.FOLDER}", *(f"/{name}" for name in START)])
    version, listed = _read_list(repl)
    if not downgrade and version_key(version) > version_key(FIRMWARE_VERSION):
        raise NewerError(version)
    strangers = _strangers(repl, present, listed, wanted_digests, runs_firmware)
    kept_in = ""
    if strangers and keep is None:
        raise StrangersFilesError(strangers)
    if strangers and keep is not None:
        kept_in = _keep(repl, strangers, keep)
        present = {path: digest for path, digest in present.items() if path not in {file.path for file in strangers}}
    todo = plan_deploy(present, listed.keys(), wanted_digests)
    size = sum(len(wanted[path]) for path in todo.sent)
    report(0, size)
    if todo.changes:
        _stage(repl, todo, wanted, lambda sent: report(sent, size))
        _verify(repl, wanted)
        repl.run("install()")
    return DeployResult(len(todo.sent), size, len(todo.gone), kept_in)


def version_key(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, by which versions are ordered; none of a text that is no version."""
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def strangers_paths(
    paths: Iterable[str],
    starts: Mapping[str, str],
    listed: Mapping[str, str],
    wanted: Mapping[str, str],
    runs_firmware: bool,
) -> list[str]:
    """Return which of the `paths` of a board's files are not known to be ours.

    `starts`: digests of its boot.py and main.py; `listed`: those of its own list; `wanted`: those of the new firmware,
    all by path. On a board that runs our firmware, or has its list, all else is the board's own, or is not touched.
    """
    if runs_firmware or listed:
        known = {(path, digest) for digests in (listed, wanted) for path, digest in digests.items()}
        return [path for path, digest in starts.items() if listed and (path, digest) not in known]
    own = {f"/{path}" for path in deploy_files.firmware_paths()}
    starts_of_ours = {f"/{name}" for name in START}
    ours = {f"{stage}{path}" for stage in STAGES for path in own} | (own - starts_of_ours)
    same = {path for path, digest in starts.items() if wanted.get(path) == digest}
    return [path for path in paths if path not in ours | same]


def _strangers(
    repl: Repl, present: Mapping[str, str], listed: Mapping[str, str], wanted: Mapping[str, str], runs_firmware: bool
) -> list[StrangersFile]:
    """Return the files on the board that are not known to be ours."""
    starts = {path: digest for path, digest in present.items() if path[1:] in START}
    looked = starts if runs_firmware or listed else [""]
    lines = repl.run("".join(f"describe_files({path!r})\n" for path in looked)).splitlines()
    files = {
        path: StrangersFile(path, size, bytes.fromhex(comment).decode(errors="replace"))
        for path, size, comment in map(json.loads, lines)
    }
    return [files[path] for path in strangers_paths(files, starts, listed, wanted, runs_firmware)]


def _keep(repl: Repl, files: list[StrangersFile], keep: Callable[[str, bytes], None]) -> str:
    """Give path and contents of each file to `keep`, then move all on the board; return their folder there."""
    for file in files:
        data = b"".join(map(a2b_base64, repl.run(f"read_file({file.path!r})").splitlines()))
        if len(data) != file.size:
            raise ReplError(f"{file.path} cannot be read whole; nothing was changed: try again")
        keep(file.path, data)
    return repl.run(f"keep_files({[file.path for file in files]!r})").strip()


def _list_files(repl: Repl, paths: Iterable[str]) -> dict[str, str]:
    """Return the digests of the board's files at or below `paths`, by path."""
    listing = repl.run("".join(f"list_files({path!r})\n" for path in paths))
    return {path: digest for digest, _, path in (line.partition(" ") for line in listing.splitlines())}


def _read_list(repl: Repl) -> tuple[str, dict[str, str]]:
    """Read the board's own lists of its firmware's files; return the version, and the files' digests by absolute path.

    Empty if there is none.
    """
    version, listed = "", {}
    for line in repl.run(f"print_lists({deploy_files.LIST!r}, {PLACES_OF_LIST!r})").splitlines():
        first, _, rest = line.partition(" ")
        if first == "version":
            version = version or rest
        elif rest:
            listed[f"/{rest}"] = first
    return version, listed


def _stage(repl: Repl, todo: DeployPlan, wanted: Mapping[str, bytes], report: Callable[[int], None]) -> None:
    """Write the new firmware below /next: copy the unchanged files on the board, send the others.

    `wanted`: contents by path; `report` takes the bytes sent so far.
    """
    for name in STAGES:
        repl.run(f"remove_folder({name!r})")
    repl.run(f"make_folders({todo.folders!r})\ncopy_files({todo.kept!r}, '/next')")
    sent = 0
    for path in todo.sent:
        offset = sent
        repl.write(f"/next{path}", wanted[path], lambda part, start=offset: report(start + part))  # type: ignore[misc]
        sent += len(wanted[path])


def _folders(paths: Iterable[str]) -> list[str]:
    """Return the folders that `paths` need below /next, parents first."""
    parents = {str(folder) for path in paths for folder in Path(f"/next{path}").parents}
    return sorted(parents - {"/"})


def _verify(repl: Repl, wanted: dict[str, bytes]) -> None:
    """Compare the files below /next with those `wanted`. Raises ReplError if one differs."""
    received = _list_files(repl, ["/next"])
    for path, data in wanted.items():
        if received.get(f"/next{path}") != deploy_files.sha256_hex(data):
            raise ReplError(f"{path} has arrived damaged; the board keeps the firmware it had: flash it again")
