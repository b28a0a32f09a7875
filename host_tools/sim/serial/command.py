"""`cribboard sim --serial`: runs virtual boards behind serial ports until Ctrl-C."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import platformdirs

from host_tools.sim.serial.boards import SerialBoard
from host_tools.sim.serial.key_input import KeyPort
from host_tools.usb import deploy_files, virtual_board_registry

MAX_BOARDS = 64
_UID = "7669727475616c{:02x}"
"""The letters of "virtual", and the board's number."""


class FlashError(Exception):
    """A folder cannot be used as a board's flash; the message says why."""


def uid(number: int) -> str:
    """Return the serial number (16 hex digits) of virtual board `number`, from 1."""
    return _UID.format(number)


def default_folder() -> Path:
    """Return the folder in which virtual boards keep their flash."""
    return platformdirs.user_data_path("cribboard") / "boards"


def serve(count: int, folder: Path, report: Callable[[str], None]) -> None:
    """Run `count` boards, whose flash folders are in `folder`, until Ctrl-C; `report` receives a line per board.

    Raises FlashError, virtual_board_registry.AlreadyRunningError, ptys.PtyError, micropython.FetchError.
    """
    with ExitStack() as stack:
        for number in range(1, count + 1):
            board = stack.enter_context(running_board(folder / uid(number), uid(number)))
            report(f"{board.uid}  serial {board.port}  keys {KeyPort(board).path}")
        report(f"{count} virtual board{'s' if count > 1 else ''} plugged in; Ctrl-C pulls the cables.")
        threading.Event().wait()


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
        raise FlashError(f"{folder} cannot be a board's flash: {error.strerror}") from None
