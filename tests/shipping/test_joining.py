"""Modules concatenated into the files of a board behave as they do one by one, or are refused with the reason."""

import pytest

from host_tools.shipping import JoinError, compile_mpy, joined, modules, shipped

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


def test_joined_modules_do_what_they_did_apart(micropython):
    micropython.restart(PROGRAM)
    apart = micropython.run(ASK)
    files = joined(PROGRAM, ROOTS)
    assert set(files) == {"firmware/board.py", "firmware/later.py", "firmware/config.py", "virtual/table.py"}
    micropython.restart(files)
    assert micropython.run(ASK) == apart == "[2, 4] [3, 6] 3"


def test_a_module_that_two_files_need_stands_in_the_first_alone():
    files = joined(PROGRAM, ROOTS)
    assert files["firmware/board.py"].count("def capped") == 1
    assert "from firmware.board import capped" in files["firmware/later.py"]
    assert "from firmware.board import capped" in files["virtual/table.py"]


REFUSED = {
    "the same name at two heads": (
        "firmware/rules/game.py", "\n\ndef told():\n    pass\n", r"told is a name in firmware\.rules\.game too",
    ),
    "another name": (
        "firmware/board.py", "\nfrom .config import LIMIT as MOST\n", r"firmware\.board, line \d+: .* without `as`",
    ),
    "an import in a function of what stands in the same file": (
        "firmware/board.py", "\n\ndef f():\n    from .config import LIMIT\n",
        r"firmware\.board, line \d+: .* at the head",
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", REFUSED)
def test_what_cannot_be_joined_is_refused(why):
    path, more, words = REFUSED[why]
    with pytest.raises(JoinError, match=words):
        joined({**PROGRAM, path: PROGRAM[path] + more}, ROOTS)


@pytest.mark.parametrize("platform", ["rp2", "esp32"])
def test_all_of_the_firmware_is_shipped(platform):
    """Each definition of each module is in one of the files."""
    files = "\n".join(shipped(platform, "armv6m").values())
    for path, text in modules(platform).items():
        for line in text.splitlines():
            if line.startswith(("def ", "class ")):
                assert line in files, f"{path}: {line}"


def test_a_module_that_micropython_refuses_is_named_with_its_line():
    with pytest.raises(SyntaxError, match=r'"firmware/wrong\.py", line 2'):
        compile_mpy("firmware/wrong.py", "a = 1\nmatch = = 2\n")
