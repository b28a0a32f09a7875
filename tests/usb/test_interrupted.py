"""The cable is pulled at every stage of a deploy: the board then runs the old firmware or the new, never half."""

import pytest
import serial

from host_tools.firmware_build.mpy_compiler import compile_mpy
from host_tools.firmware_build.sources import START
from host_tools.sim.serial.boards import SerialBoard
from host_tools.usb import deploy, deploy_files, repl
from host_tools.usb.repl import ReplError
from tests.patience import PATIENCE_S
from tests.usb.pty_boards import answer

UID = "e6614c311b7e6f35"
OLD, NEW = "0.1.0", "0.2.0"
KEPT = {
    "results/results.log": b"not to be touched\n",
    "settings.json": b"{}",
    "mine.txt": b"somebody's",
    "firmware/mine.py": b"",
}


def firmware(version):
    """The image of a version; they differ in three modules, of which one is gone in the newer, and in both starts."""
    files = dict(deploy_files.board_image())
    text = f'VERSION_TOLD = "{version}"\n'
    for name in ("alpha", "beta"):
        files[f"firmware/{name}.mpy"] = compile_mpy(f"firmware/{name}.py", text + f"# {name}\n" * 200)
    files["firmware/older.mpy" if version == OLD else "firmware/newer.mpy"] = compile_mpy("x.py", text)
    for name in START:
        files[name] += f'\n{name[:-3]}_version = "{version}"\n'.encode()
    return deploy_files.with_list(files)


@pytest.fixture
def flashing(monkeypatch, tmp_path):
    """Boards, and deploys to them that can be cut short."""
    images = {version: firmware(version) for version in (OLD, NEW)}
    boards = []

    def deploy_to(board, version, cut_at=None):
        """Deploy; the number of bytes that went out. With `cut_at` the cable is pulled after so many."""
        monkeypatch.setattr(deploy_files, "board_image", lambda *kind: images[version])
        wire = Wire(board, cut_at)
        real = repl.transport_serial.SerialTransport
        monkeypatch.setattr(repl.transport_serial, "SerialTransport", lambda *a, **k: wire.tap(real(*a, **k)))
        try:
            with repl.Repl(board.port) as prompt:
                deploy.deploy(prompt, lambda sent, size: None)
        finally:
            monkeypatch.setattr(repl.transport_serial, "SerialTransport", real)
        return wire.gone

    def plug(folder):
        boards.append(SerialBoard(folder, UID))
        return boards[-1]

    yield deploy_to, plug, images
    for board in boards:
        board.unplug()


class Wire:
    """The cable: counts bytes to the board, and is pulled after so many."""

    def __init__(self, board, cut_at):
        self._board = board
        self._cut_at = cut_at
        self.gone = 0

    def tap(self, transport):
        write = transport.serial.write

        def counted(data):
            if self._cut_at is not None and self.gone + len(data) > self._cut_at:
                write(data[: self._cut_at - self.gone])
                self._board.unplug()
            self.gone += len(data)
            return write(data)

        transport.serial.write = counted
        return transport


@pytest.mark.deep
@pytest.mark.slow
def test_cable_pulled_anywhere_leaves_a_board_that_runs_and_can_be_flashed_again(flashing, tmp_path):
    points = 2
    deploy_to, plug, images = flashing
    total = _bytes_of_a_deploy(flashing, tmp_path / "whole")
    outcomes = set()
    for point in range(points):
        folder = _old_board(images, tmp_path / str(point))
        board = plug(folder)
        with pytest.raises(ReplError, match="plug the board in again, and flash it"):
            deploy_to(board, NEW, cut_at=total * (point + 1) // (points + 1))
        board = plug(folder)
        outcomes.add(_version(board, folder, images))
        deploy_to(board, NEW)
        assert _version(board, folder, images) == NEW
        board.unplug()
    assert OLD in outcomes


def _old_board(images, folder):
    for path, data in {**images[OLD], **KEPT}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def _bytes_of_a_deploy(flashing, folder):
    deploy_to, plug, images = flashing
    board = plug(_old_board(images, folder))
    return deploy_to(board, NEW)


def _version(board, folder, images):
    """Which version the board runs; its files are that version's to the last byte, and others' are untouched."""
    assert answer(board.port, "hello")[0]["board"] == UID
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for path, data in KEPT.items():
        assert files[path] == data
    version = OLD if "firmware/older.mpy" in files else NEW
    ours = {path: data for path, data in files.items() if path.startswith("firmware/") or path in START}
    assert ours == {**images[version], "firmware/mine.py": b""}
    return version


@pytest.mark.deep
@pytest.mark.parametrize("operation", [0, 2, 5, 15])
def test_power_may_go_at_every_step_of_what_boot_does(flashing, tmp_path, operation):
    """boot.py stands still after so many operations on the file system; then the power goes."""
    _, plug, images = flashing
    folder = _old_board(images, tmp_path / "board")
    for path, data in {**images[NEW], "firmware/mine.py": b""}.items():
        target = folder / ("boot.py" if path == "boot.py" else f"ready/{path}")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    (folder / "boot.py").write_bytes(STAND_STILL % operation + images[NEW]["boot.py"])
    board = plug(folder)
    with serial.Serial(board.port, timeout=PATIENCE_S) as port:
        assert b"dark" in port.read_until(b"dark")
    board.unplug()
    (folder / "boot.py").write_bytes(images[NEW]["boot.py"])
    assert _version(plug(folder), folder, images) == NEW


STAND_STILL = b"""
import os, time
left = [%d]
def counted(act):
    def do(*names):
        if not left[0]:
            print("dark")
            while True:
                time.sleep_ms(10)
        left[0] -= 1
        return act(*names)
    return do
for name in ("rename", "remove", "rmdir"):
    setattr(os, name, counted(getattr(os, name)))
"""
