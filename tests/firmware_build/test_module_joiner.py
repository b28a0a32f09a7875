"""Modules concatenated into the files of a board behave as they do one by one; the rules this takes are kept."""

import ast
import re
from collections import Counter
from functools import cache

import pytest

from host_tools.firmware_build.module_joiner import board_sources, imports, join_modules, modules
from host_tools.firmware_build.mpy_compiler import compile_mpy
from tests.board.test_marking import FUNCTIONS

ROOTS = ("firmware.board", "firmware.later")
PROGRAM = {
    "firmware/config.py": "LIMIT = 3\n",
    "firmware/rules/game.py": (
        "from ..config import LIMIT\n\n\ndef capped(n):\n    return n if n < LIMIT else LIMIT\n"
    ),
    "firmware/board.py": (
        "import json\n\nfrom .rules.game import (\n    capped,\n)\n\n\ndef told(n):\n"
        "    from .later import doubled\n\n    return json.dumps([capped(n), doubled(n)])\n"
    ),
    "firmware/later.py": "from .rules.game import capped\n\n\ndef doubled(n):\n    return 2 * capped(n)\n",
    "virtual/table.py": "from firmware.rules.game import capped\n\nHIGHEST = capped(99)\n",
}  # fmt: skip
ASK = "from firmware.board import told\nfrom virtual.table import HIGHEST\nprint(told(2), told(5), HIGHEST)"


@cache
def joined(platform):
    return board_sources(platform, native=True)


def test_joined_modules_do_what_they_did_apart(micropython):
    micropython.restart(PROGRAM)
    apart = micropython.run(ASK)
    files = join_modules(PROGRAM, ROOTS)
    assert set(files) == {"firmware/board.py", "firmware/later.py", "virtual/table.py"}
    micropython.restart(files)
    assert micropython.run(ASK) == apart == "[2, 4] [3, 6] 3"


def test_a_module_that_two_files_need_stands_in_the_first_alone():
    files = join_modules(PROGRAM, ROOTS)
    assert files["firmware/board.py"].count("def capped") == 1
    assert "from firmware.board import capped" in files["firmware/later.py"]
    assert "from firmware.board import capped" in files["virtual/table.py"]


def test_constants_are_written_as_their_values():
    config = "from .interpreter import const\n\nLIMIT = const(3)\n_MOST = -2 * LIMIT\nNAMES = ('é', LIMIT)\n"
    interpreter = "DEBUG = False\n\n\ndef const(n):\n    return n\n"
    board = """
from .config import LIMIT, NAMES, _MOST
turns = 0
def told(n):
    global turns
    from .interpreter import DEBUG
    turns = LIMIT
    return 'é', n - _MOST, NAMES, n.LIMIT, DEBUG
"""
    texts = {"firmware/config.py": config, "firmware/interpreter.py": interpreter, "firmware/board.py": board}
    files = join_modules(texts, ["firmware.board"])
    assert [line for line in files["firmware/board.py"].splitlines() if line] == [
        "NAMES = ('é', 3)",
        "turns = 0",
        "def told(n):",
        "    global turns",
        "    pass",
        "    turns = 3",
        "    return 'é', n - (-6), NAMES, n.LIMIT, False",
    ]
    assert set(files) == {"firmware/board.py", "firmware/interpreter.py"}


def test_private_attributes_share_names_unless_a_value_could_have_both():
    base = "class Base:\n    def __init__(self):\n        self._base = self._é = self._read_outside = self._method\n"
    board = """
from .base import Base
class Derived(Base):
    _of_class = 1
    def _method(self):
        self._own = 'é', self._base, self._of_class, getattr(self, '_by_text')
        self._by_text = self.public
class Apart:
    def run(self, derived):
        self._apart = derived._read_outside; self._second: int = self._apart
"""
    files = join_modules({"firmware/base.py": base, "firmware/board.py": board}, ["firmware.board"])
    assert [line.strip() for line in files["firmware/board.py"].splitlines() if "self._" in line] == [
        "self._0 = self._2 = self._read_outside = self._method",
        "self._1 = 'é', self._0, self._of_class, getattr(self, '_by_text')",
        "self._by_text = self.public",
        "self._0 = derived._read_outside; self._1: int = self._0",
    ]


def on_either(files):
    """Path and text of what boards with either platform have."""
    return sorted({*files("rp2").items(), *files("esp32").items()})


def test_names_at_the_heads_of_one_file_are_unique():
    for path, text in on_either(joined):
        heads = Counter(name for node in ast.parse(text).body for name in bound(node))
        assert not {name for name, times in heads.items() if times > 1}, path


def test_classes_leave_room_on_the_stack_of_garbage_collection():
    """It has 64 entries, and beside a class's functions on it what `firmware/garbage.py` puts there first."""
    for path, text in on_either(joined):
        for part in ast.parse(text).body:
            if isinstance(part, ast.ClassDef):
                functions = [node for node in part.body if isinstance(node, ast.FunctionDef)]
                assert len(functions) <= FUNCTIONS, f"{path}: {part.name}"


def test_no_constant_stands_in_the_braces_of_a_text():
    """Python 3.11 does not tell where in the text it stands: a value could not be written for it."""
    for path, text in on_either(modules):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FormattedValue):
                names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
                assert not {name for name in names if name.isupper()}, f"{path}: {ast.unparse(node)}"


def bound(node):
    """The names that a statement at a module's head binds; of imports none."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]


def test_modules_are_imported_by_their_names_and_those_of_the_same_file_at_the_head():
    """What a function imports stands in another file: join_modules, its own would import itself."""
    for path, text in on_either(joined):
        for node, module in imports(path, text):
            assert module.replace(".", "/") != path.removesuffix(".py"), f"{path}: {ast.unparse(node)}"
    for path, text in on_either(modules):
        assert not re.search(r"(?m)^ *import firmware", text), path
        for node, _ in imports(path, text):
            assert not [name for name in node.names if name.asname], f"{path}: {ast.unparse(node)}"


@pytest.mark.parametrize("platform", ["rp2", "esp32"])
def test_all_of_the_firmware_is_shipped(platform):
    """Each definition of each module is in one of the files."""
    files = "\n".join(joined(platform).values())
    for path, text in modules(platform).items():
        for line in text.splitlines():
            if line.startswith(("def ", "class ")):
                assert line in files, f"{path}: {line}"


def test_a_module_that_micropython_refuses_is_named_with_its_line():
    with pytest.raises(SyntaxError, match=r'"firmware/wrong\.py", line 2'):
        compile_mpy("firmware/wrong.py", "a = 1\nmatch = = 2\n")
