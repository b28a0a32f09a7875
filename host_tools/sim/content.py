"""What the page is made of beside its files: the board's text, the words, and the HTML with its first words in it."""

import html
import json
import re
from pathlib import Path

from host_tools.sim.bundle import bundle, plain
from host_tools.words import LANGUAGES, catalogue

PAGE = Path(__file__).parent / "page"

_TEXT = re.compile(r'(<[^<>]*\bdata-word="([^"]+)"[^<>]*>)(?=</)')
_ATTRIBUTE = re.compile(r'\bdata-word-([a-z-]+)="([^"]+)"')


def index() -> str:
    """The page's HTML in the first language: what is seen before any script runs, and where none does.

    `data-word="KEY"` fills an element, `data-word-NAME="KEY"` its attribute NAME; `js/catalogue.js` does the same.
    """
    known = catalogue(LANGUAGES[0])
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    text = _ATTRIBUTE.sub(lambda found: f'{found[0]} {found[1]}="{html.escape(known[found[2]])}"', text)
    return _TEXT.sub(lambda found: found[1] + html.escape(known[found[2]]), text)


def words() -> str:
    """All catalogues as a JavaScript module."""
    told = {language: _told(language) for language in LANGUAGES}
    return f"export const WORDS = {json.dumps(told, ensure_ascii=False)};\n"


def _told(language: str) -> dict[str, str]:
    """The words without those of the command line."""
    ours = ("command.", "count.", "play.", "played.", "quickcards.", "sim.", "wrong.")
    return {key: text for key, text in catalogue(language).items() if not key.startswith(ours)}


def board() -> str:
    """The firmware and the virtual hardware as JSON: paths and texts."""
    return json.dumps({path: plain(text) for path, text in bundle().items()})


MADE = {
    "index.html": (index, "text/html"),
    "words.js": (words, "text/javascript"),
    "board.json": (board, "application/json"),
}
"""Files of the page that are made when they are asked for: the maker, and the type of what it makes."""
