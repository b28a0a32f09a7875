"""One catalogue a language: the same keys in each, every one of them used, every word of the page from it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.captain import page_files as captain
from host_tools.i18n import (
    LANGUAGES,
    TRAITS,
    catalogue,
    environment_language,
    message,
    placeholders,
    plural,
    raw_catalogue,
)
from host_tools.i18n.firmware_constants import message_constants, preset_constants
from host_tools.sim.page_files import PAGE, index_html

ROOT = Path(__file__).parents[2]
LISTED = ("quickcard.", "example.", "says.", "cli.os.")
"""Groups of which a page or a command shows, or looks through, whatever the catalogue has."""
PAGES = (PAGE, captain.PAGE)
"""The board's and the captain's."""


def sources() -> str:
    pages = [file for page in PAGES for file in [*page.rglob("*.js"), *page.glob("*.html")]]
    tools = [*(ROOT / "host_tools").rglob("*.py"), *(ROOT / "host_tools").rglob("templates/*.html")]
    files = [*(ROOT / "firmware").rglob("*.py"), *tools, *pages]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def test_all_languages_say_the_same_things() -> None:
    first = raw_catalogue(LANGUAGES[0])
    for language in LANGUAGES[1:]:
        other = raw_catalogue(language)
        assert list(other) == list(first)
        assert {key: placeholders(other[key]) for key in other} == {key: placeholders(first[key]) for key in first}
        assert [key for key in first if bool(first[key]) != bool(other[key])] == []


def test_every_language_has_its_traits() -> None:
    assert tuple(TRAITS) == LANGUAGES


def test_every_word_is_used() -> None:
    text = sources()
    named = set(re.findall(r"""["']([\w. ’-]+)["']""", text))
    starts = set(re.findall(r"""[`"](\w+\.[\w.]*)\$?\{""", text))
    starts |= set(re.findall(r"""'(\w+\.[\w.]*\.)(?:' ~|%d')""", text))
    keys = [key for key in raw_catalogue(LANGUAGES[0]) if not key.startswith(LISTED)]
    assert [key for key in keys if not used(re.sub(r"\.(one|other)$", "", key), named, starts)] == []


def used(key: str, named: set[str], starts: set[str]) -> bool:
    """Whether the sources name it whole, or name its start and, to be put together with it, its next part."""
    parts = [key.removeprefix(start).split(".")[0] for start in starts if key.startswith(start)]
    return key in named or any(part in named or part.isdigit() for part in parts)


def test_every_word_asked_for_is_there() -> None:
    known = raw_catalogue(LANGUAGES[0])
    asked = re.findall(r"""\b(?:t|html|word|message)\(["']([a-z_]+\.[\w.-]+)["']""", sources())
    counted = re.findall(r"""\b(?:ts|htmls|plural|counted)\(["']([a-z_]+\.[\w.-]+)["']""", sources())
    asked += [f"{key}.{form}" for key in counted for form in ("one", "other")]
    asked += re.findall(r'data-message(?:-[a-z-]+)?="([\w.-]+\.[\w.-]+)"', sources())
    assert asked
    assert [key for key in asked if key not in known and not key.endswith(".")] == []


def test_a_word_that_is_missing_is_in_english_or_shows_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(catalogue("fr"), "verb.live")
    assert message("verb.live", "fr") == message("verb.live", "en")
    program = "from host_tools.i18n import message; print(message('verb.tide', 'fr'))"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "verb.tide\n"


def test_constants_of_the_board_are_filled_in() -> None:
    for language in LANGUAGES:
        for key, text in raw_catalogue(language).items():
            left = placeholders(catalogue(language)[key])
            constants = {*message_constants(TRAITS[language].decimal_mark), *preset_constants(key), "presets"}
            assert left == placeholders(text) - constants
    assert "19, 25, 26, 27" in catalogue("fr")["quickcard.players.count.most"]


@pytest.mark.parametrize("page", PAGES)
def test_the_page_holds_no_words_of_its_own(page: Path) -> None:
    text = re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", " ", (page / "index.html").read_text(encoding="utf-8"))
    assert set(text.split()) <= {"2", "3", "4", "1×", "4×", "20×", "–"}


def test_the_html_has_words_before_any_script_runs() -> None:
    assert "<title" in index_html()
    assert ">Cribbage board</title>" in index_html()
    assert 'content="An electronic cribbage board' in index_html()


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_CA.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr"}, "fr"),
    ],
)
def test_the_command_line_speaks_the_readers_language(environ: dict[str, str], language: str) -> None:
    assert environment_language(environ) == language


def test_numbers_take_their_languages_form() -> None:
    assert plural("result.points", 0, "en") == "0 points"
    assert plural("result.points", 0, "fr") == "0 point"
    assert plural("script.ready", 1, "en") == "1 step is ready."
    assert message("scores.front", "fr") == "Cheville avant"
