"""A display's phrases: what the firmware carries is what the catalogue says, and all of it can be written."""

import re
from pathlib import Path

import pytest

from firmware.view.display.text_buffer import ACCENTS, COLUMNS, ROWS
from host_tools.i18n import LANGUAGES, catalogue
from host_tools.i18n.display_phrase_generator import (
    AT_HOME,
    PHRASES,
    WORDED_AT_HOME,
    displayable_letters,
    encode_line,
    phrase_lines,
)

VIEW = Path(__file__).parents[2] / "firmware" / "view" / "display"


def test_letters_on_the_board_are_those_that_are_drawn():
    assert displayable_letters()[1] == ACCENTS


def test_every_phrase_is_said_by_somebody():
    texts = "".join(path.read_text(encoding="utf-8") for path in VIEW.glob("*texts.py"))
    named = set(re.findall(r"\bSAY_(\w+)", texts))
    rows = {name for name in PHRASES if re.search(r"_[2-9]$|_\d\d$", name)}
    assert set(PHRASES) - rows - set(AT_HOME) == named


def test_home_words_stand_in_for_all_phrases_that_have_them():
    worded = {name for name, key in PHRASES.items() if f"home.{key}" in catalogue("en")}
    assert worded <= set(WORDED_AT_HOME)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_fits_whatever_is_filled_in(language):
    wrapped = {name: phrase_lines(name, language) for name in PHRASES}
    assert {name: lines for name, lines in wrapped.items() if not 1 <= len(lines) < ROWS} == {}
    lines = [line for lines in wrapped.values() for line in lines]
    assert [line for line in lines if not 1 <= len(line) <= COLUMNS] == []
    for line in lines:
        encode_line(line)


def test_two_letters_never_look_alike():
    drawn = [row.split(maxsplit=1) for row in glyphs_text() if row and not row.startswith("# ")]
    shapes = [" ".join(shape.split()) for _, shape in drawn]
    assert len(set(shapes)) == len(shapes)


def glyphs_text():
    return (Path(__file__).parents[2] / "host_tools/i18n/glyphs.txt").read_text(encoding="utf-8").splitlines()
