"""The quick cards on paper: made from the words and the firmware, a readable A5 page or two each."""

import re
from pathlib import Path

import pytest
from pypdf import PdfReader
from typer.testing import CliRunner

from firmware.view.lights.palette import FULL, WHITE
from host_tools.cli import app
from host_tools.i18n import LANGUAGES, catalogue, raw_catalogue
from host_tools.quickcards import draw
from host_tools.quickcards.command import PRINTED
from host_tools.quickcards.light_patterns import EXAMPLE, SIGNS, lit_holes

ALL = [(name, language) for name in draw.CARDS for language in LANGUAGES]
A5_PT = (419.53, 595.28)
A4_PT = (595.28, 841.89)


def test_no_other_card_is_kept() -> None:
    assert {path.name for path in PRINTED.iterdir()} == {f"{name}-{language}.pdf" for name, language in ALL}


@pytest.mark.parametrize(("name", "language"), ALL)
def test_a_card_has_a_front_and_a_back_with_all_its_words(name: str, language: str) -> None:
    pages = PdfReader(PRINTED / f"{name}-{language}.pdf").pages
    assert len(pages) <= 2
    for page in pages:
        assert [round(float(length), 2) for length in page.mediabox] == [0, 0, *(A4_PT if name == "voice" else A5_PT)]
    read = squeezed("".join(page.extract_text() for page in pages)).replace("·", "")
    lines = {key: text for key, text in catalogue(language).items() if key.startswith(f"quickcard.{name}.")}
    assert [key for key, text in lines.items() if not TABLES.search(key) and squeezed(text) not in read] == []
    assert all(squeezed(word) in read for text in lines.values() for word in text.replace("·", "").split())


@pytest.mark.parametrize("name", draw.CARDS)
def test_no_line_begins_with_a_colon(name: str) -> None:
    """In French a space stands before it, at which the judge's card once was broken."""
    read = "\n".join(page.extract_text() for page in PdfReader(PRINTED / f"{name}-fr.pdf").pages)
    assert " :" in read.replace("\u00a0", " ")
    assert re.findall(r"\n:.*", read) == []


def squeezed(text: str) -> str:
    return re.sub(r"[\s•]+", "", text)


TABLES = re.compile(r"\.(lights|example|presets)\.")
"""Parts in cells, whose words are read in another order."""


def test_the_example_has_the_lights_of_the_firmware() -> None:
    """A count of 7 from hole 7 on is seen at 14 before it is pegged there."""
    lit = {name: lit_holes(step.sign) for name, step in EXAMPLE.items()}
    assert lit["before"][7] == lit["peg"][14] == (0, FULL)
    assert (14 in lit["before"], 14 in lit["count"]) == (False, True)


def test_no_line_is_too_small_to_read_at_a_table() -> None:
    assert min(size for layout in draw.LAYOUTS.values() for size in layout.sizes) >= 12
    assert min(draw.LAYOUTS["voice"].sizes) >= 18


def test_every_sign_that_is_named_is_drawn_and_looks_different() -> None:
    named = {key.rpartition(".")[2] for key in raw_catalogue("en") if ".lights." in key and not key.endswith(".title")}
    assert named == set(SIGNS)
    shown = [str(sorted(shown_marks(name).items())) for name in SIGNS]
    assert len(set(shown)) == len(shown)


def test_signs_are_the_firmwares_own() -> None:
    assert shown_marks("PEGS")[12] == (0, FULL)
    assert [hole for hole, (colour, _) in shown_marks("REFUSED").items() if colour == WHITE] == [8, 9, 10, 11, 12]
    streets = [sum(30 * street < hole <= 30 * street + 30 for hole in shown_marks("CODED")) for street in range(4)]
    assert streets == [3, 1, 1, 2]


def shown_marks(name: str) -> dict[int, tuple[int, int]]:
    sign = SIGNS[name]
    return {hole: mark for hole, mark in lit_holes(sign).items() if sign.first <= hole <= sign.last}


def test_the_command_writes_them(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["quickcards", str(tmp_path / "cards")])
    assert done.exit_code == 0, done.output
    assert len(list((tmp_path / "cards").glob("*.pdf"))) == len(ALL)


def test_a_folder_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(app, ["quickcards", str(tmp_path / "file")])
    assert done.exit_code == 1
    assert "cannot be written" in done.output
    assert "Traceback" not in done.output
