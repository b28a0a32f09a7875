"""Deploy firmware atomically: write it beside the old one, verify it, rename it; boot.py installs it.

Until `/next` becomes `/ready` the board begins with the firmware it had, from then on with the new one (boot.py).
Journal, results and settings stand elsewhere and are not touched. `deploy_steps` says what is to be done; its caller,
a command or the captain's page, does it at the board's prompt.
"""

import json
from binascii import a2b_base64, unhexlify
from collections import namedtuple

from firmware.interpreter import TYPE_CHECKING

from .findings import is_newer, newer_problem
from .problem import Problem

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterable
    from typing import Any

    Steps = Generator[tuple, Any, Any]
    Digests = dict[str, str]
    """SHA-256 of files, in hex, by path."""

FOLDER = "firmware"
LIST = "firmware/files.txt"
"""On the board: the firmware's version, then digest and path of each of its files, one a line.

By it a later deploy knows which files are the firmware's: it removes, and puts others in the place of, no other files.
"""
START = ("/boot.py", "/main.py")
STAGES = ("/old", "/next", "/ready")
"""Folders that a deploy deletes first."""
PLACES_OF_LIST = ("", "/ready", "/old")
"""Where the list of the firmware's files may stand: in its place, or where an interrupted deploy left it."""
FORMAT = 6
"""Version of the .mpy format that mpy-cross writes, and MicroPython reads since 1.19."""
MACHINE_CODE = 3
"""Version of the machine code in .mpy files, which MicroPython runs since 1.23."""
ARCHITECTURES = (
    "", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa", "xtensawin",
    "rv32imc",
)  # fmt: skip
"""mpy-cross's names, indexed by the number in `sys.implementation._mpy`; "" runs only bytecode."""
_SHOWN = 20
"""So many files are named that are not ours."""
_FIRMWARE_PATH = "try:\n    import firmware\n    print(firmware.__path__)\nexcept ImportError:\n    print()"
"""Prints the path of the board's firmware; within `.frozen` if it is part of MicroPython."""
KIND = "import sys\nprint(getattr(sys.implementation, '_mpy', 0), sys.platform)"
"""Prints `sys.implementation._mpy` and `sys.platform`, by which an image is chosen."""


class DeployPlan(namedtuple("DeployPlan", ("kept", "sent", "gone", "folders"))):
    """The steps of a deploy, as paths: files to keep (copied on the board), send and remove; folders to create."""

    kept: list[str]
    sent: list[str]
    gone: list[str]
    folders: list[str]


def deploy_steps(tools: str, own: "Collection[str]", runs_firmware: bool, keeps: bool, downgrade: bool) -> "Steps":
    """Yield what a deploy of this firmware has to do, one step after the other; send the answer of each back.

    `tools`: the text of `repl_script.py`; `own`: the paths of the firmware's files on any kind of board;
    `runs_firmware`: whether the board's firmware has answered, or is known to have stopped; `keeps`: files that are not
    ours are handed over and moved away, else there may be none. Nothing is written if no file differs.

    The steps:
    ("run", code) runs code on the board, and is answered by what that printed;
    ("image", processor, platform) by [SHA-256 in hex, size in bytes] of each file that the board shall have, by path;
    ("keep", path, lines of base64) hands a file over that is not ours;
    ("size", bytes) says how much is to be sent;
    ("write", path) sends the image's file of that path to below /next.

    Returns a dictionary: how many files were `sent`, of how many bytes (`size`), how many are `gone`, and in which
    folder on the board others were `kept`. Raises Problem.
    """
    own = set(own)
    frozen = yield "run", _FIRMWARE_PATH
    if frozen.startswith(".frozen"):
        raise Problem("frozen")
    kind = yield "run", KIND
    mpy, platform = kind.split()
    image = yield "image", architecture(int(mpy)), platform
    wanted = {path: image[path][0] for path in image}
    yield "run", tools
    present = yield from _list_files((f"/{FOLDER}",) + START)
    version, listed = yield from _read_list()
    if not downgrade and is_newer(version):
        raise newer_problem(version)
    strangers = yield from _strangers(own, present, listed, wanted, runs_firmware)
    if strangers and not keeps:
        raise _strangers_problem(strangers)
    folder = ""
    if strangers:
        folder = yield from _keep(strangers)
        for path, _, _ in strangers:
            present.pop(path, None)
    todo = plan_deploy(own, present, listed, wanted)
    size = sum([image[path][1] for path in todo.sent])
    yield "size", size
    if todo.sent or todo.gone:
        yield from _stage(todo)
        received = yield from _list_files(["/next"])
        for path in wanted:
            if received.get("/next" + path) != wanted[path]:
                raise Problem("damaged", path=path)
        yield "run", "install()"
    return {"sent": len(todo.sent), "size": size, "gone": len(todo.gone), "kept": folder}


def _strangers_problem(files: list) -> Problem:
    shown = [f"{path}  {size} B  {comment}".rstrip() for path, size, comment in files[:_SHOWN]]
    more = ["…"] if len(files) > _SHOWN else []
    return Problem("strangers", files="\n  ".join([""] + shown + more))


def architecture(mpy: int) -> str:
    """Return the processor that `sys.implementation._mpy` of a board names; "" if it is unknown and runs only bytecode.

    Raises Problem.
    """
    if mpy & 0xFF != FORMAT:
        raise Problem("format", found=mpy & 0xFF, format=FORMAT)
    index = (mpy >> 10) & 0x0F
    supported = index < len(ARCHITECTURES) and (mpy >> 8) & 0x03 == MACHINE_CODE
    return ARCHITECTURES[index] if supported else ""


def plan_deploy(own: "Collection[str]", present: "Digests", listed: "Collection[str]", wanted: "Digests") -> DeployPlan:
    """Compute the plan that turns the files `present` into those `wanted`.

    Unwanted files are removed if they are `listed` (the board's own list of firmware files) or are the firmware's on
    any kind of board (`own`); all others are kept.
    """
    to_send = sorted([path for path in wanted if present.get(path) != wanted[path]])
    to_remove = sorted([path for path in present if path not in wanted and (path in own or path in listed)])
    to_keep = sorted(set(present) - set(to_remove) - set(to_send))
    return DeployPlan(to_keep, to_send, to_remove, _folders(to_keep + to_send))


def _folders(paths: list[str]) -> list[str]:
    """Return the folders that `paths` need below /next, parents first."""
    folders = set()
    for path in paths:
        parts = ("/next" + path).split("/")
        for end in range(2, len(parts)):
            folders.add("/".join(parts[:end]))
    return sorted(folders)


def strangers_paths(
    own: "Collection[str]",
    paths: "Iterable[str]",
    starts: "Digests",
    listed: "Digests",
    wanted: "Digests",
    runs_firmware: bool,
) -> list[str]:
    """Return which of the `paths` of a board's files are not known to be ours.

    `starts`: its boot.py and main.py; `listed`: those of its own list; `wanted`: those of the new firmware. On a board
    that runs our firmware, or has its list, all else is the board's own, or is not touched.
    """
    if runs_firmware or listed:
        return [path for path in starts if listed and starts[path] not in (listed.get(path), wanted.get(path))]
    ours = {stage + path for stage in STAGES for path in own}
    ours |= {path for path in own if path not in START}
    ours |= {path for path in starts if wanted.get(path) == starts[path]}
    return [path for path in paths if path not in ours]


def _strangers(
    own: "Collection[str]", present: "Digests", listed: "Digests", wanted: "Digests", runs_firmware: bool
) -> "Steps":
    """Return the files on the board that are not known to be ours: path, size, first line if it is a comment."""
    starts = {path: present[path] for path in present if path in START}
    looked = list(starts) if runs_firmware or listed else [""]
    output = yield "run", "".join([f"describe_files({path!r})\n" for path in looked])
    files = {}
    for line in _lines(output):
        path, size, comment = json.loads(line)
        files[path] = [path, size, _text(unhexlify(comment))]
    return [files[path] for path in strangers_paths(own, files, starts, listed, wanted, runs_firmware)]


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeError:
        return "".join([chr(byte) if byte < 128 else "\ufffd" for byte in data])


def _keep(files: list) -> "Steps":
    """Hand path and contents of each file over, then move all on the board; return their folder there."""
    for path, size, _ in files:
        output = yield "run", f"read_file({path!r})"
        if sum([len(a2b_base64(line)) for line in _lines(output)]) != size:
            raise Problem("unread", path=path)
        yield "keep", path, output
    paths = [path for path, _, _ in files]
    folder = yield "run", f"keep_files({paths!r})"
    return folder.strip()


def _list_files(paths: "Iterable[str]") -> "Steps":
    """Return the digests of the board's files at or below `paths`, by path."""
    output = yield "run", "".join([f"list_files({path!r})\n" for path in paths])
    digests = {}
    for line in _lines(output):
        digest, _, path = line.partition(" ")
        digests[path] = digest
    return digests


def _read_list() -> "Steps":
    """Read the board's own lists of its firmware's files; return the version, and the files' digests by absolute path.

    Empty if there is none.
    """
    version, listed = "", {}
    output = yield "run", f"print_lists({LIST!r}, {PLACES_OF_LIST!r})"
    for line in _lines(output):
        first, _, rest = line.partition(" ")
        if first == "version":
            version = version or rest
        elif rest:
            listed[f"/{rest}"] = first
    return version, listed


def _stage(todo: DeployPlan) -> "Steps":
    """Write the new firmware below /next: copy the unchanged files on the board, send the others."""
    for name in STAGES:
        yield "run", f"remove_folder({name!r})"
    yield "run", f"make_folders({todo.folders!r})\ncopy_files({todo.kept!r}, '/next')"
    for path in todo.sent:
        yield "write", path


def _lines(output: str) -> list[str]:
    return [line.strip() for line in output.split("\n") if line.strip()]
