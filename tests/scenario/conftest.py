"""Fixtures: a scenario file from lines, and the command that plays it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from host_tools.cli import app


@pytest.fixture
def written(tmp_path):
    """Writes lines into a scenario file and gives its path."""

    def write(*lines: str, name: str = "game.txt") -> Path:
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


def cribboard(*words: object) -> Result:
    """Run the command line."""
    return CliRunner().invoke(app, [str(word) for word in words])
