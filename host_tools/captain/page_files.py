"""Files of the captain's page: static ones, constants and translated texts as JavaScript, firmware images."""

import json
from collections.abc import Iterable
from pathlib import Path

from host_tools.captain import firmware_images, page_constants
from host_tools.i18n import LANGUAGES, catalogue, message
from host_tools.i18n.fill_html import fill_html
from host_tools.usb import binary_info, uf2
from host_tools.usb.new_board_image import PREFIX

PAGE = Path(__file__).parent / "page"
INDEX = "index.html"
MESSAGE_PREFIX = "captain."
"""How keys of this page's own words begin."""
DESK = ("desk.end.", "desk.error.score_", "desk.held.", "desk.line.", "desk.page.and")
"""What it says as the desk does. Its other words are those of the board's page."""


class NewBoardError(Exception):
    """A file that no new board could take; one line says why."""


def files() -> dict[str, bytes]:
    """Return every file of the page by its path, but for `new_boards`."""
    static = {path.relative_to(PAGE).as_posix(): path.read_bytes() for path in PAGE.rglob("*") if path.is_file()}
    static[INDEX] = fill_html((PAGE / INDEX).read_text(encoding="utf-8")).encode()
    generated = {"messages.js": messages().encode(), "facts.js": page_constants.module().encode()}
    return static | generated | firmware_images.files()


def new_boards(images: Iterable[Path]) -> dict[str, bytes]:
    """Return the files of `cribboard image` that the page offers for new boards, and their list.

    Raises NewBoardError, OSError.
    """
    contents = {path: path.read_bytes() for path in images}
    descriptions = [_describe(path, data) for path, data in contents.items()]
    return {"new-boards.json": json.dumps(descriptions).encode()} | {path.name: data for path, data in contents.items()}


def sources() -> list[Path]:
    """Return the folders and files that the page is made from, besides those of the board's page."""
    return [PAGE, page_constants.deploy.BOARD_SCRIPT]


def messages() -> str:
    """Return this page's messages as a JavaScript module."""
    texts = {language: _messages(language) for language in LANGUAGES}
    return f"export const MESSAGES = {json.dumps(texts, ensure_ascii=False)};\n"


def _messages(language: str) -> dict[str, str]:
    return {key: text for key, text in catalogue(language).items() if key.startswith((MESSAGE_PREFIX, *DESK))}


def _describe(path: Path, data: bytes) -> dict:
    """Describe an image for new boards: file name, board, chip and size. Raises NewBoardError."""
    if not (path.name.startswith(PREFIX) and path.suffix == ".uf2"):
        raise NewBoardError(message("sim.image_name", file=path, prefix=PREFIX))
    try:
        image = uf2.decode(data)
    except uf2.Uf2Error:
        raise NewBoardError(message("sim.image_other", file=path)) from None
    program = binary_info.read_program_info(image)
    if not max(image.pages) >= program.filesystem[0] > 0:
        raise NewBoardError(message("sim.image_other", file=path))
    return {"file": path.name, "board": program.board, "chip": uf2.CHIPS[image.family], "size": len(data)}
