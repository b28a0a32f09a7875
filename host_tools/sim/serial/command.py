"""`cribboard sim --serial`: runs virtual boards behind serial ports until Ctrl-C."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import SimpleQueue

import platformdirs

from host_tools.i18n import message, plural
from host_tools.os_errors import os_reason
from host_tools.sim.serial.boards import KeyPort, SerialBoard
from host_tools.usb import deploy_files, virtual_board_registry

MAX_BOARDS = 64
_UID = "7669727475616c{:02x}"
"""The letters of "virtual", and the board's number."""


class StoppedError(Exception):
    """The processes of all boards have ended by themselves; the message says so."""


class FlashError(Exception):
    """A folder cannot be used as a board's flash; the message says why."""


def uid(number: int) -> str:
    """Return the serial number (16 hex digits) of virtual board `number`, from 1."""
    return _UID.format(number)


def default_folder() -> Path:
    """Return the folder in which virtual boards keep their flash."""
    return platformdirs.user_data_path("cribboard") / "boards"


def serve(count: int, folder: Path, report: Callable[[str], None]) -> None:
    """Run `count` boards, whose flash folders are in `folder`, until Ctrl-C; `report` receives a line per board, two
    for all, and one for each whose process ends by itself.

    Raises StoppedError once none is left, FlashError, virtual_board_registry.AlreadyRunningError, ptys.PtyError,
    micropython.FetchError.
    """
    ended: SimpleQueue[tuple[SerialBoard, int]] = SimpleQueue()
    with ExitStack() as stack:
        cables: dict[str, ExitStack] = {}
        keys: list[str] = []
        for number in range(1, count + 1):
            cable = stack.enter_context(ExitStack())
            board = cable.enter_context(running_board(folder / uid(number), uid(number)))
            cables[board.uid] = cable
            keys.append(KeyPort(board).path)
            report(message("usb.virtual.port", board=board.uid, port=board.port, keys=keys[-1]))
            threading.Thread(target=_watch, args=(board, ended), daemon=True).start()
        report(plural("usb.virtual.plugged", count))
        report(message("usb.virtual.press", keys=keys[0]))
        while cables:
            board, status = ended.get()
            cables.pop(board.uid).close()
            report(message("usb.virtual.off", board=board.uid, status=status))
    raise StoppedError(message("usb.virtual.none"))


def _watch(board: SerialBoard, ended: "SimpleQueue[tuple[SerialBoard, int]]") -> None:
    """Wait for the end of a board's process, and put both the board and the exit status."""
    ended.put((board, board.wait_for_end()))


@contextmanager
def running_board(folder: Path, uid: str) -> Iterator[SerialBoard]:
    """Run and register a virtual board (context manager); a new `folder` gets this version's firmware."""
    if not folder.exists():
        _write_firmware(folder)
    board = SerialBoard(folder, uid)
    try:
        with virtual_board_registry.register_board(uid, board.port):
            yield board
    finally:
        board.unplug()


def _write_firmware(folder: Path) -> None:
    """Write the firmware to a new board's flash. Raises FlashError."""
    try:
        deploy_files.write_image(folder)
    except OSError as error:
        raise FlashError(message("usb.virtual.flash", folder=folder, reason=os_reason(error))) from None
