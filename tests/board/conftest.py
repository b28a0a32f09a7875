"""A board on the bench for every test of the whole board."""

import pytest
from bench_board import BenchBoard


@pytest.fixture
def bench(tmp_path):
    """Makes a board: `bench(tracks=3, port_ma=900)`."""
    made = []

    def make(**settings):
        root = tmp_path / str(len(made))
        root.mkdir()
        made.append(BenchBoard(root, **settings))
        return made[-1]

    return make
