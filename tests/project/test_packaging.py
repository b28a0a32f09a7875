"""Other ways than `cribboard flash` to put the firmware on a board: frozen into MicroPython, and as a `mip` package."""

import ast
import re
from pathlib import Path

import pytest

from host_tools.firmware_build.module_joiner import modules
from host_tools.firmware_build.sources import START

ROOT = Path(__file__).parents[2]
SOURCES = sorted(path.relative_to(ROOT) for path in (ROOT / "firmware").rglob("*.py") if path.name != "manifest.py")


def test_what_is_frozen_is_what_a_pico_carries(monkeypatch):
    """The manifest is run as MicroPython's makemanifest.py runs it: in its own folder, with these functions."""
    frozen, included = [], []

    def package(name, files, base_path):
        frozen.extend(f"{name}/{file}" for file in files)
        assert base_path == ".."

    names = {
        "include": included.append,
        "package": package,
        "module": lambda name, base_path: frozen.append(name),
    }
    monkeypatch.chdir(ROOT / "firmware")
    exec(Path("manifest.py").read_text(encoding="utf-8"), names)
    assert included == ["$(PORT_DIR)/boards/manifest.py"]
    assert sorted(frozen) == sorted([*modules("rp2"), *START])


def test_no_string_holds_half_a_character():
    """MicroPython's mpy-tool stops at a surrogate in a string when the firmware is frozen."""
    for path in SOURCES:
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not re.search("[\ud800-\udfff]", node.value), f"{path}, line {node.lineno}"


SMALL = range(-0x2000, 0x2000)
"""What mpy-tool freezes as a small integer within a tuple; any other becomes an object, and arithmetic allocates."""


def large_numbers(text: str) -> list[int]:
    """Lines of constant tuples with integers that are not frozen as small ones."""
    tuples = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Tuple) and _is_constant(node)]
    return [node.lineno for node in tuples if any(number not in SMALL for number in _numbers(ast.literal_eval(node)))]


def _is_constant(node: ast.AST) -> bool:
    try:
        ast.literal_eval(node)  # type: ignore[arg-type]
    except ValueError:
        return False
    return True


def _numbers(value) -> list[int]:
    if isinstance(value, tuple):
        return [number for part in value for number in _numbers(part)]
    return [value] if type(value) is int else []


def test_no_constant_tuple_holds_a_number_that_would_allocate_when_frozen():
    """array("H", …) or bytes hold such numbers instead."""
    found = {str(path): large_numbers((ROOT / path).read_text(encoding="utf-8")) for path in SOURCES}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("TABLE = (1, 8191, -8192, 'a')", []),
        ("TABLE = (1, 8192)", [1]),
        ("def f():\n    return ((1, 2), (0xA001, 3))[0]", [2]),
        ("TABLE = array('H', (0xA001, 3))", [1]),
        ("TABLE = array('H', [0xA001, 3])", []),
        ("x = 0xA001\ny = (x, 1)", []),
    ],
)
def test_such_a_number_is_found(text, lines):
    assert sorted(set(large_numbers(text))) == lines
