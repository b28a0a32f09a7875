"""Files of the virtual board's page: static ones from page/, and those generated from firmware and messages."""

import ast
import hashlib
import html
import io
import json
import re
import tokenize
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import segno

from host_tools.captain import page_files as captain
from host_tools.firmware_build.module_joiner import reached, with_imports
from host_tools.firmware_build.sources import modules_named, strip_viper
from host_tools.i18n import LANGUAGES, PREFIXES_OF_OWN_FILES, catalogue
from host_tools.i18n.fill_html import fill_html
from host_tools.quickcards.command import PRINTED
from host_tools.quickcards.light_patterns import EXAMPLE, SIGNS, lit_holes
from host_tools.sim.micropython_package import PACKAGES
from host_tools.sim.python_bundle import bundle
from host_tools.sim.script_bundle import BUNDLE, ENTRY, HOME, imported_scripts, with_bundle
from host_tools.style import PALETTE

PAGE = Path(__file__).parent / "page"
INDEX = "index.html"
BUILDERS = "builders.html"
"""The page for builders and captains: that of a game at home with other parts."""
WORKER = "sw.js"
ADDRESS = "address.svg"
CARD = PAGE.parent / "card.png"
"""What others see of a link to the page; `card_picture.py` draws it."""
CARD_SIZE = (1200, 630)
"""Pixels."""
CAPTAIN = f"captain/{captain.INDEX}"

ROOTS = ("virtual.page_board", *modules_named("view/display", "words_"), *modules_named("view/voice", "clips_"))
"""What the worker of a board on the page imports; the modules that these need are sent to it."""
LEFT_OUT = ("firmware/board_check.py", "firmware/net/live.py", "firmware/net/sockets.py")
"""Modules, with what they alone need, for the hardware and the radio that no page has."""
_MORE = (
    "firmware/view/display/",
    "firmware/view/voice/",
    "virtual/hand_over.py",
    "virtual/scenario_player.py",
    "virtual/sound_port.py",
)
"""Modules for displays, voice, scenarios and handing over: the board's worker loads them when they are first wanted."""
_OF_EVERY_BOARD = ("firmware/view/display/__init__.py", "firmware/view/display/display_loader.py")
_MORE_MESSAGES = ("quickcard.", "example.", "says.", "script.", "paper.", "time.", "erase.")
"""Messages that a game at home needs only when they are opened, or only builders need."""
Voices = Mapping[str, Mapping[str, bytes]]
NO_VOICES: Voices = {}

_COMMENT = re.compile(rb"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)$", re.MULTILINE)
_FIRST_SCRIPTS = (ENTRY, BUNDLE)
"""Scripts that start the page, in the order in which a browser shall fetch them."""
_STYLES = "style/board-page.css"
_STYLE_LINK = re.compile(r'^  <link rel="stylesheet" href="(style/[^"]+)">\n', re.MULTILINE)
_HOME_PART = re.compile(r"^ *<!-- home (\w+) -->\n.*?<!-- /home -->\n", re.MULTILINE | re.DOTALL)
_HOME_MARK = re.compile(r"^ *<!-- (?:home \w+|/home) -->\n", re.MULTILINE)
"""Markers around the parts that only the page of a game at home has, by name."""
_BUILDERS_PART = re.compile(r"^<!-- home (\w+) -->\n", re.MULTILINE)
"""Marker in BUILDERS before what stands there in place of the part of this name."""
_FIRST_SCRIPT_TAG = '  <script type="module"'


def files(
    micropython: Path,
    new_boards: Mapping[str, bytes] | None = None,
    public_url: str | None = None,
    voices: Voices = NO_VOICES,
) -> dict[str, bytes]:
    """Return every file of the page by its path, the captain's page among them as `captain/…`.

    `micropython` is the folder that `micropython_package.package_dir` returns; `new_boards` are the files that
    `captain.new_board_files` returns, None for none. `public_url` is the page's address (with a slash at its end), if
    that is known: the page gives it to others in its links and as a QR code. `voices` has by language the files of
    `voice_files.read_voice`, for browsers without a voice; they become `voice/LANGUAGE/…`.
    """
    data = {path.relative_to(PAGE).as_posix(): path.read_bytes() for path in PAGE.rglob("*") if path.is_file()}
    data |= {name: strip_comments(text) for name, text in data.items() if name.endswith(".js")}
    data |= _library_files(micropython)
    data |= {
        "board.json": board_json().encode(),
        "more.json": more_json().encode(),
        "cards.json": cards_json().encode(),
        "manifest.webmanifest": manifest_json().encode(),
    }
    data |= {f"messages/{language}.js": messages_js(language).encode() for language in LANGUAGES}
    data |= {"messages/more.js": more_messages_js().encode()}
    data |= {"signs.json": signs_json().encode(), f"style/{PALETTE.name}": PALETTE.read_bytes()}
    captain_files = {**captain.page_files(), **(new_boards or captain.new_board_files(()))}
    data |= {f"captain/{name}": content for name, content in captain_files.items()}
    data = with_bundle(data)
    data[INDEX] = index_html(imported_scripts(data, HOME)).encode()
    data[BUILDERS] = builders_html(imported_scripts(data, "js/builders-page.js")).encode()
    data[_STYLES] = b"".join(data[name] for name in _STYLE_LINK.findall((PAGE / INDEX).read_text(encoding="utf-8")))
    data["captain/python.json"] = captain_json().encode()
    data |= _address_files(data, public_url) if public_url else {}
    data |= _voice_files(data, voices) if voices else {}
    data[WORKER] = _service_worker_js(data).encode()
    data |= {CARD.name: CARD.read_bytes()} if public_url else {}
    return data | {f"quickcards/{path.name}": path.read_bytes() for path in PRINTED.glob("*.pdf")}


def _library_files(folder: Path) -> dict[str, bytes]:
    """Return the files of npm packages, which lie in `folder`, by their paths on the page."""
    names = [(package.folder, Path(name).name) for package in PACKAGES for name in package.files]
    return {f"{package}/{name}": (folder / name).read_bytes() for package, name in names}


def sources(micropython: Path) -> list[Path]:
    """Return the paths of all files that the page is made from."""
    tools = PAGE.parents[1]
    folders = [PAGE, CARD, PALETTE, PRINTED, micropython, PAGE.parent / "virtual", *captain.sources()]
    folders += [tools / name for name in ("i18n", "cards", "results", "usb/sans_io")] + [tools.parent / "firmware"]
    paths = [path for folder in folders for path in (folder.rglob("*") if folder.is_dir() else [folder])]
    return [path for path in paths if path.is_file() and path.suffix != ".pyc"]


def index_html(scripts: Iterable[str] = ()) -> str:
    """Return the page's HTML in the first language, as seen before any script runs.

    `scripts` are the paths of modules for which it gets preload links.
    """
    return _with_preloads(_HOME_MARK.sub("", (PAGE / INDEX).read_text(encoding="utf-8")), scripts)


def builders_html(scripts: Iterable[str] = ()) -> str:
    """Return the HTML of the page for builders and captains: its parts stand where those of a game at home do."""
    _, *named = _BUILDERS_PART.split((PAGE / BUILDERS).read_text(encoding="utf-8"))
    parts = dict(zip(named[::2], named[1::2], strict=True))
    page = (PAGE / INDEX).read_text(encoding="utf-8")
    return _with_preloads(_HOME_PART.sub(lambda part: parts.get(part[1], ""), page), scripts)


def _with_preloads(page: str, scripts: Iterable[str]) -> str:
    """Return a page with words, one style sheet, and links that preload its first scripts and `scripts`."""
    link = f'  <link rel="stylesheet" href="{_STYLES}">\n'
    text = fill_html(_STYLE_LINK.sub("", page)).replace("</head>", link + "</head>", 1)
    order = dict.fromkeys((*_FIRST_SCRIPTS, *scripts))
    preloads = "".join(f'  <link rel="modulepreload" href="{name}">\n' for name in order)
    return text.replace(_FIRST_SCRIPT_TAG, preloads + _FIRST_SCRIPT_TAG, 1)


def _address_files(data: Mapping[str, bytes], public_url: str) -> dict[str, bytes]:
    """Return the pages' HTML with their public addresses, and the QR code of the board's page."""
    pages = {INDEX: public_url, BUILDERS: public_url, CAPTAIN: f"{public_url}captain/"}
    picture = io.BytesIO()
    segno.make(public_url, error="m", micro=False).save(picture, kind="svg", scale=8, light="#fff")
    html_files = {name: _with_head(data[name], _canonical_link(url)) for name, url in pages.items()}
    html_files[INDEX] = _with_head(html_files[INDEX], _card_tags(public_url))
    return html_files | {ADDRESS: picture.getvalue()}


def _voice_files(data: Mapping[str, bytes], voices: Voices) -> dict[str, bytes]:
    """Return the sounds of all languages, and the page's HTML, which names the languages."""
    sounds = {f"voice/{language}/{name}": made[name] for language, made in voices.items() for name in made}
    box = f'id="speech" data-voices="{" ".join(sorted(voices))}"'
    return sounds | {name: data[name].replace(b'id="speech"', box.encode(), 1) for name in (INDEX, BUILDERS)}


def _with_head(page: bytes, tags: str) -> bytes:
    return page.replace(b"</head>", tags.encode() + b"</head>", 1)


def _canonical_link(url: str) -> str:
    return f'  <link rel="canonical" href="{html.escape(url)}">\n'


def _card_tags(public_url: str) -> str:
    """Return the tags of Open Graph and Twitter cards that need the page's address, which no browser reads.

    A game is in a link's fragment, which no server is told: the card is the same for all links.
    """
    width, height = CARD_SIZE
    about = {"url": public_url, "image": public_url + CARD.name, "image:width": width, "image:height": height}
    about["image:alt"] = catalogue(LANGUAGES[0])["page.card_picture"]
    tags = [f'  <meta property="og:{name}" content="{html.escape(str(value))}">\n' for name, value in about.items()]
    return "".join(tags) + '  <meta name="twitter:card" content="summary_large_image">\n'


def messages_js(language: str) -> str:
    """Return the page's messages in a language as a JavaScript module."""
    texts = {key: _kept_together(text) for key, text in page_messages(language).items()}
    return f"export const MESSAGES = {json.dumps(texts, ensure_ascii=False)};\n"


def more_messages_js() -> str:
    """Return in all languages the messages that not every page needs at its start, as a JavaScript module."""
    texts = {
        language: {
            key: _kept_together(text) for key, text in catalogue(language).items() if key.startswith(_MORE_MESSAGES)
        }
        for language in LANGUAGES
    }
    return f"export const MESSAGES = {json.dumps(texts, ensure_ascii=False)};\n"


def page_messages(language: str) -> dict[str, str]:
    """Return one language's messages without those of `more_messages_js`, other catalogues, displays and commands."""
    groups = "command count display play played quickcards sim verb voice wrong"
    excluded = ("home.display.", *PREFIXES_OF_OWN_FILES, *_MORE_MESSAGES, *(f"{name}." for name in groups.split()))
    return {key: text for key, text in catalogue(language).items() if not key.startswith(excluded)}


def _kept_together(text: str) -> str:
    """Return a text whose lines do not break before a French colon, or inside French quotation marks."""
    return text.replace(" :", "\u00a0:").replace("« ", "«\u00a0").replace(" »", "\u00a0»")


def board_json() -> str:
    """Return what every board needs, of the firmware and the virtual hardware, as JSON: Python text by path."""
    return _sources_json({path: text for path, text in _board_texts().items() if not _is_more(path)})


def more_json() -> str:
    """Return what displays, a voice, scenarios and handing over need besides, as JSON: Python text by path."""
    return _sources_json({path: text for path, text in _board_texts().items() if _is_more(path)})


def _board_texts() -> dict[str, str]:
    """Return the firmware and the virtual hardware, as far as a page's board needs them: Python text by path."""
    return reached({path: text for path, text in bundle().items() if path not in LEFT_OUT}, *ROOTS)


def _is_more(path: str) -> bool:
    return path.startswith(_MORE) and path not in _OF_EVERY_BOARD


def cards_json() -> str:
    """Return the card game, and what it needs of the firmware, as JSON: Python text by path."""
    return _sources_json(with_imports(bundle(), "cards.worker_api"))


def captain_json() -> str:
    """Return the captain's page's Python, and what it needs of the firmware, as JSON: Python text by path."""
    return _sources_json(with_imports(bundle(), "results.worker_api", "sans_io.worker_api"))


def _sources_json(texts: Mapping[str, str]) -> str:
    return json.dumps({path: strip_python(strip_viper(text)) for path, text in texts.items()})


@cache
def strip_python(text: str) -> str:
    """Return a module's text without docstrings and comments; lines stay where they are, as tracebacks number them."""
    lines = text.encode().splitlines()
    for token in tokenize.tokenize(io.BytesIO(text.encode()).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = token.line[:column].rstrip().encode()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
            lines[first : last + 1] = [lines[first][: node.col_offset] + b"0", *[b""] * (last - first)]
    return b"\n".join(lines).decode() + "\n"


def strip_comments(script: bytes) -> bytes:
    """Return a script without the comments that stand on lines of their own; line numbers stay."""
    return _COMMENT.sub(lambda match: b"\n" * match[0].count(b"\n"), script)


def signs_json() -> str:
    """Return the quick cards' light patterns as JSON: scene → first and last hole, lit [hole, colour, level]."""
    scenes = {}
    for name, sign in (SIGNS | {name: step.sign for name, step in EXAMPLE.items()}).items():
        lights = [[hole, *mark] for hole, mark in sorted(lit_holes(sign).items()) if sign.first <= hole <= sign.last]
        scenes[name] = {"first": sign.first, "last": sign.last, "lit": lights}
    return json.dumps(scenes)


def manifest_json() -> str:
    """Return the web app manifest (JSON): name, colours and icons of an installed page."""
    texts = catalogue(LANGUAGES[0])
    icons = [{"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)]
    icons = [{**icon, "purpose": "any maskable"} for icon in icons]
    fields = {"name": texts["page.title"], "short_name": "Cribbage", "description": texts["page.description"]}
    fields |= {"start_url": "./", "scope": "./", "display": "standalone", "lang": LANGUAGES[0]}
    fields |= {"background_color": "#2b190e", "theme_color": "#2b190e"}
    icons.append({"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"})
    return json.dumps({**fields, "icons": icons}, indent=1)


def _service_worker_js(contents: Mapping[str, bytes]) -> str:
    """Return the service worker's script, headed by the checksums of the files that it caches for use offline."""
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(contents.items()) if name != WORKER}
    return f"const FILES = {json.dumps(sums, indent=1)};\n\n{contents[WORKER].decode()}"
