"""Files of the captain's page: static ones, constants and translated texts as JavaScript, firmware images."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from host_tools.captain import page_constants
from host_tools.i18n import LANGUAGES, catalogue, message
from host_tools.i18n.fill_html import fill_html
from host_tools.usb import binary_info, deploy, deploy_files, uf2
from host_tools.usb.new_board_image import PREFIX, PROCESSORS
from host_tools.usb.proof_session import SCRIPT as PROOF_SCRIPT

PAGE = Path(__file__).parent / "page"
INDEX = "index.html"
MESSAGE_PREFIX = "captain."
"""How keys of this page's own messages begin."""
_OTHERS = ("desk.error.score_", "desk.held.", "desk.line.", "says.")
"""How keys of the desk's and boards' messages begin that this page uses too."""


class NewBoardError(Exception):
    """A file that is no image for a new board; the message says why."""


def page_files() -> dict[str, bytes]:
    """Return the contents of all files of the page by path, except those of `new_board_files`."""
    static = {path.relative_to(PAGE).as_posix(): path.read_bytes() for path in PAGE.rglob("*") if path.is_file()}
    static[INDEX] = fill_html((PAGE / INDEX).read_text(encoding="utf-8")).encode()
    generated = {"messages.js": messages_module().encode(), "facts.js": page_constants.constants_module().encode()}
    return static | generated | {PROOF_SCRIPT.name: PROOF_SCRIPT.read_bytes()} | image_files()


def new_board_files(images: Iterable[Path]) -> dict[str, bytes]:
    """Return by name the images (files of `cribboard image`) that the page offers, and `new-boards.json`, their list.

    Raises NewBoardError, OSError.
    """
    contents = {path: path.read_bytes() for path in images}
    descriptions = [_describe_image(path, data) for path, data in contents.items()]
    return {"new-boards.json": json.dumps(descriptions).encode()} | {path.name: data for path, data in contents.items()}


def sources() -> list[Path]:
    """Return the folders and files that this page is made from, besides those of the board's page."""
    return [PAGE, deploy.BOARD_SCRIPT, PROOF_SCRIPT]


def messages_module() -> str:
    """Return the text of a JavaScript module with this page's messages, by language and key."""
    texts = {language: _messages(language) for language in LANGUAGES}
    return f"export const MESSAGES = {json.dumps(texts, ensure_ascii=False)};\n"


def _messages(language: str) -> dict[str, str]:
    return {key: text for key, text in catalogue(language).items() if key.startswith((MESSAGE_PREFIX, *_OTHERS))}


def _describe_image(path: Path, data: bytes) -> dict:
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


PROCESSORS_BY_PLATFORM = {"rp2": ("", *PROCESSORS.values()), "other": ("", "xtensawin")}
"""Processors that have an image of their own, by `sys.platform`; the image for "" is bytecode, which all others run."""


def image_files() -> dict[str, bytes]:
    """Return by path `firmware/images.json`, and the firmware's files, which it names by digest."""
    images = {
        (platform, processor): deploy_files.board_image(processor, platform)
        for platform, processors in PROCESSORS_BY_PLATFORM.items()
        for processor in processors
    }
    contents = {_file_path(data): data for image in images.values() for data in image.values()}
    listing: dict[str, dict] = {platform: {} for platform in PROCESSORS_BY_PLATFORM}
    for (platform, processor), image in images.items():
        listing[platform][processor] = _digests_and_sizes(image)
    return contents | {"firmware/images.json": json.dumps(listing).encode()}


def _digests_and_sizes(files: Mapping[str, bytes]) -> dict[str, list]:
    """Return [digest, size in bytes] of each file, by its path on the board."""
    return {f"/{path}": [deploy_files.sha256_hex(data), len(data)] for path, data in files.items()}


def _file_path(data: bytes) -> str:
    return f"firmware/{deploy_files.sha256_hex(data)}"
