"""Fixtures of tests/hardware. They read the committed files with other programs than those that wrote them."""

import shutil
from pathlib import Path

import pytest

from host_tools.hardware import case, params

FOLDER = Path(__file__).parents[2] / "hardware"

# 400 MB of its own, for shapes that few changes touch.
collect_ignore = [] if case.available() else ["test_solids.py"]


def pytest_report_header() -> list[str]:
    """Says where the tests of solids are not collected."""
    return [f"hardware: {name} left out, build123d is not installed" for name in collect_ignore]


@pytest.fixture(scope="session")
def folder() -> Path:
    return FOLDER


@pytest.fixture(scope="session")
def parameters():
    """The parameters."""
    return params.load(FOLDER)


@pytest.fixture
def copy(tmp_path) -> Path:
    """A folder with the written files only: parameters, parts and guides."""
    for path in FOLDER.glob("*"):
        if path.suffix in (".toml", ".md"):
            shutil.copy(path, tmp_path)
    return tmp_path


@pytest.fixture
def change(copy):
    """`change(old, new)` in the copy's parameters; gives the copy."""

    def edit(old: str, new: str) -> Path:
        path = copy / "params.toml"
        text = path.read_text(encoding="utf-8")
        assert text.count(old) >= 1, old
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return copy

    return edit
