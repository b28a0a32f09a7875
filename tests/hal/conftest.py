"""Fixtures: a fake Pico, and any other fake board."""

import pytest

from .fake_pico import Pico


@pytest.fixture
def micropython(_interpreter):
    """What a Pico starts afresh, with its own firmware."""
    return _interpreter


@pytest.fixture
def pico(micropython):
    return Pico(micropython)


@pytest.fixture(params=["rp2", pytest.param("esp32", marks=pytest.mark.deep)])
def board(request, micropython):
    """A Pico, then a board that MicroPython knows nothing more of than its pins."""
    return Pico(micropython, request.param)
