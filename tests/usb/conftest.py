"""Fixture: virtual boards on real ptys, found by the tools as boards on USB are."""

import contextlib

import pytest

from .pty_boards import Table


@pytest.fixture(autouse=True)
def _own_sockets(tmp_path_factory, monkeypatch):
    """No test sees the boards of another."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(private_folder(tmp_path_factory)))


def private_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runtime")
    folder.chmod(0o700)
    return folder


@pytest.fixture
def boards(tmp_path):
    """A table, empty; whatever is plugged in is gone afterwards."""
    with contextlib.ExitStack() as stack:
        yield Table(stack, tmp_path / "boards")
