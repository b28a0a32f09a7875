"""What tests/device asks of a board, asked of a virtual one: so it is known to run before a board is on the desk."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.deep
@pytest.mark.slow
def test_a_virtual_board_passes_and_is_left_as_it_was(boards):
    port = boards.plug(1).port
    boards.ask(1, "hello")
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/device", "--device", port)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "skipped" not in done.stdout
    assert "workers" not in done.stdout, "several would open one port"
    assert boards.ask(1, "status")[0]["tracks"]["A"]["front"] == 0
