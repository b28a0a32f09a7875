"""There is one board: what has keys to press is of its family, or stands apart and says so in its first line."""

import re

from tests.project.import_graph import ROOT, modules

APART = {
    "tests/model": "a second board, written without this one",
    "tests/hal/fake_pico.py": "pins and chips, on which `hal` and `boot.py` run",
    "tests/hal/fakes": "pins and chips, on which `hal` and `boot.py` run",
    "tests/silicon/emulated_pico.py": "a Pico's processor, in the emulator's time",
    "tests/page/board_page.py": "the page's own keys, in a browser",
    "tests/measure/board_crowd.py": "ten thousand connections, for which whole boards take too long",
    "tests/live/brokers.py": "says what a test has it say, wrong things too",
}
"""What has keys and is no virtual board, and why."""
PATHS = [ROOT / path for path in APART]


def classes():
    """Each class of the hosts and tests that stands nowhere apart: its file, name, bases, and whether it has keys."""
    for path in modules("host_tools") + modules("tests"):
        if not any(path == other or other in path.parents for other in PATHS):
            for part in re.split(r"^(?=\S)", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
                if head := re.match(r"class (\w+)(?:\((.*)\))?:", part):
                    bases = set(re.findall(r"\w+", head[2] or ""))
                    yield path, head[1], bases, re.search(r"^    def (press|peg|hold|agree)\(", part, re.MULTILINE)


def test_what_has_a_board_s_keys_is_the_one_board():
    family, found = {"KeyedBoard", "Protocol"}, list(classes())
    while more := {name for _, name, bases, _ in found if bases & family} - family:
        family |= more
    assert {"VirtualBoard", "SerialBoard", "FuzzedBoard"} <= family
    assert [(path, name) for path, name, _, has_keys in found if has_keys and name not in family] == []


def test_what_stands_apart_is_there_and_says_so():
    for path in PATHS:
        assert path.exists(), path
        if path.suffix:
            assert re.search(r"no virtual (board|one)", path.read_text(encoding="utf-8").partition("\n")[0]), path
