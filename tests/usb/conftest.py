"""Fixtures: virtual boards on real ptys, found by the tools as boards on USB are."""

import contextlib

import pytest

from host_tools.usb import ports
from host_tools.usb.board_reports import query_boards

from .pty_boards import Table

SOCKETS = "XDG_RUNTIME_DIR"


@pytest.fixture(autouse=True)
def _own_sockets(tmp_path_factory, monkeypatch):
    """No test sees the boards of another."""
    monkeypatch.setenv(SOCKETS, str(private_folder(tmp_path_factory)))


def private_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runtime")
    folder.chmod(0o700)
    return folder


@pytest.fixture
def boards(tmp_path):
    """A table, empty; whatever is plugged in is gone afterwards."""
    with contextlib.ExitStack() as stack:
        yield Table(stack, tmp_path / "boards")


@pytest.fixture(scope="package")
def _lasting_sockets(tmp_path_factory):
    """Where two boards are found that stay plugged in for tests that change nothing on them.

    The first is called anna, and plays a game, in which B has 118. On the second none is on; B has won the last.
    """
    with pytest.MonkeyPatch.context() as patch, contextlib.ExitStack() as stack:
        folder = private_folder(tmp_path_factory)
        patch.setenv(SOCKETS, str(folder))
        boards = Table(stack, tmp_path_factory.mktemp("boards"))
        for number in (1, 2):
            boards.plug(number)
        boards.ask(1, "configure", name="anna")
        boards.judge(1, "award", team="B", holes=118)
        boards.judge(2, "forfeit", team="A", reason="absent")
        boards.ask(2, "status")
        boards.to_phase(2, "match-over")
        boards.to_phase(2, "idle")
        yield str(folder)


@pytest.fixture
def two_boards(_lasting_sockets, _own_sockets, monkeypatch):
    """Two boards are plugged in, which the test does not change."""
    monkeypatch.setenv(SOCKETS, _lasting_sockets)


@pytest.fixture(scope="package")
def sight(_lasting_sockets):
    """What a sound board says of itself; it stays plugged in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(SOCKETS, _lasting_sockets)
        return query_boards(ports.connected_ports())[0]
