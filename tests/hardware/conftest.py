"""Fixtures of tests/hardware. They read files with other programs than those that wrote them."""

import json
import shutil
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from host_tools.hardware import builds, case, params
from host_tools.hardware.bom import Bom
from host_tools.hardware.sources import Sources

FOLDER = Path(__file__).parents[2] / "hardware"

# 400 MB of its own, for shapes that few changes touch.
collect_ignore = [] if case.available() else ["test_solids.py", "test_case.py"]


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


@pytest.fixture(scope="session")
def sources(parameters):
    """What builds are made from, without what their books need."""
    return Sources(parameters, [], Bom(parameters, FOLDER), {}, {})


@pytest.fixture(scope="session")
def made(sources, tmp_path_factory):
    """`made("two+display", "cut_files")`: a folder with these of the build's files, which a function of `build_folder`
    makes; without a function's name its lists."""
    pytest.importorskip("ezdxf")
    from host_tools.hardware import build, build_folder

    @cache
    def make(name: str, files: str = "lists") -> Path:
        to = tmp_path_factory.mktemp("made")
        given = sources if files in ("lists", "order_files") else sources.params
        list(build.write_files(getattr(build_folder, files)(given, builds.named(sources.params, name)), to))
        return to

    return make


@pytest.fixture
def copy(tmp_path) -> Path:
    """A folder with the written files only: parameters, parts, guides, and what KiCad has saved and exported."""
    shutil.copytree(FOLDER / "boards", tmp_path / "boards", ignore=shutil.ignore_patterns("*.png", "*.svg", "*.zip"))
    for path in FOLDER.glob("*"):
        if path.suffix in (".toml", ".md"):
            shutil.copy(path, tmp_path)
    return tmp_path


@pytest.fixture
def change(copy):
    """`change("keys.pitch", 10)` in the copy's parameters; gives the copy."""

    def edit(place: str, value: Any) -> Path:
        path = copy / params.FILE
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        *sections, name = place.split(".")
        inner: Any = table
        for section in sections:
            inner = inner[section]
        assert name in inner
        inner[name] = value
        path.write_text("".join(toml_lines(table)), encoding="utf-8")
        return copy

    return edit


def toml_lines(table: dict[str, Any], place: str = "") -> Iterator[str]:
    """TOML of a table, its values before its tables."""
    for name, value in table.items():
        if not is_table(value):
            yield f"{name} = {json.dumps(value).replace('NaN', 'nan').replace('Infinity', 'inf')}\n"
    for name, value in table.items():
        for inner in (value if isinstance(value, list) else [value]) if is_table(value) else ():
            yield f"[[{place}{name}]]\n" if isinstance(value, list) else f"[{place}{name}]\n"
            yield from toml_lines(inner, f"{place}{name}.")


def is_table(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))
