"""Deploys firmware atomically: writes it beside the old one, verifies it, renames it; boot.py installs it.

Until `/next` becomes `/ready` the board begins with the firmware it had, from then on with the new one (boot.py).
Journal, results and settings stand elsewhere and are not touched.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from pathlib import Path

from host_tools.firmware_build.sources import START
from host_tools.usb import deploy_files
from host_tools.usb.repl import Repl, ReplError

FIRMWARE_PATH_SCRIPT = "try:\n    import firmware\n    print(firmware.__path__)\nexcept ImportError:\n    print()"
"""Prints the path of the board's firmware; within `.frozen` if it is part of MicroPython."""
BOARD_KIND_SCRIPT = "import sys\nprint(getattr(sys.implementation, '_mpy', 0), sys.platform)"
"""Prints `sys.implementation._mpy` and `sys.platform`, by which an image is chosen."""
STAGES = ("/old", "/next", "/ready")
"""Folders that a deploy deletes first."""
BOARD_SCRIPT = Path(__file__).with_name("repl_script.py")


class FrozenError(ReplError):
    """The board's firmware is frozen into its MicroPython: files on its flash would not be used."""


@dataclass(frozen=True)
class DeployResult:
    """Counts of a deploy: `sent` files of `size` bytes in all, and `removed` files."""

    sent: int
    size: int
    removed: int

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


def deploy(repl: Repl, report: Callable[[int, int], None]) -> DeployResult:
    """Deploy this program's firmware to the board. `report` takes the bytes sent, and the bytes to send in all.

    Nothing is written if no file differs. Raises ReplError, FrozenError, deploy_files.FormatError.
    """
    if repl.run(FIRMWARE_PATH_SCRIPT).startswith(".frozen"):
        raise FrozenError(
            "its firmware is frozen into its MicroPython: put a newer image on it, as its builder made it"
        )
    wanted = {f"/{path}": data for path, data in fitting_image(repl).items()}
    repl.run(BOARD_SCRIPT.read_text())
    present = _list_files(repl, [f"/{deploy_files.FOLDER}", *(f"/{name}" for name in START)])
    wanted_digests = {path: deploy_files.sha256_hex(data) for path, data in wanted.items()}
    todo = plan_deploy(present, _read_list(repl, present), wanted_digests)
    size = sum(len(wanted[path]) for path in todo.sent)
    report(0, size)
    if todo.changes:
        _stage(repl, todo, wanted, lambda sent: report(sent, size))
        _verify(repl, wanted)
        repl.run("install()")
    return DeployResult(len(todo.sent), size, len(todo.gone))


def _list_files(repl: Repl, paths: Iterable[str]) -> dict[str, str]:
    """Return the digests of the board's files at or below `paths`, by path."""
    listing = repl.run("".join(f"list_files({path!r})\n" for path in paths))
    return {path: digest for digest, _, path in (line.partition(" ") for line in listing.splitlines())}


def _read_list(repl: Repl, present: Mapping[str, str]) -> set[str]:
    """Read the board's own list of its firmware's files, as absolute paths; empty if it has none."""
    if f"/{deploy_files.LIST}" not in present:
        return set()
    return {f"/{path}" for path in repl.run(f"print(open('/{deploy_files.LIST}').read())").split()}


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
