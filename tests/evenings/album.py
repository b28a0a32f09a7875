"""The pictures of an evening, and the pages that show them."""

import io
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

PAGES = Path(__file__).parents[2] / ".github" / "site" / "evenings"
CAPTIONS: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).parent / "captions.toml").read_text("utf-8"))
"""By name of an evening and language, as `director-en`: `title`, `intro`, and a caption for each picture."""
LAPTOP = {"width": 960, "height": 640}
PHONE = {"width": 390, "height": 640}
_WORDS = ("title", "intro")
_SEEN = "[...document.querySelectorAll('h1, h2')].filter((one) => one.checkVisibility())"
_HEADINGS = f"{_SEEN}.map((one) => one.innerText)"


@dataclass(frozen=True)
class Picture:
    """What a page showed: the PNG, and its first two headings that were to be seen."""

    png: bytes
    headings: list[str]


class Album:
    """Pictures by the names of their captions, in the order in which they were taken."""

    def __init__(self, browser: Browser, language: str) -> None:
        self.language = language
        self.pictures: dict[str, Picture] = {}
        self._browser = browser

    def open(self, size: Mapping[str, int] = LAPTOP, **options: object) -> Page:
        """Open a page in a browser of its own."""
        made = self._browser.new_context(viewport=size, locale=f"{self.language}-CA", **options)  # type: ignore[arg-type]
        return made.new_page()

    def take(self, name: str, page: Page, part: str = "") -> None:
        """Take a picture, with an element that the selector `part` finds at its top."""
        if part:
            page.locator(part).first.evaluate("(part) => part.scrollIntoView()")
        self.pictures[name] = Picture(page.screenshot(), page.evaluate(_HEADINGS)[:2])

    def headings(self) -> dict[str, list[str]]:
        """Return the headings of each picture."""
        return {name: picture.headings for name, picture in self.pictures.items()}


def captions(evening: str, language: str) -> dict[str, str]:
    """Return the caption of each picture, by its name, in their order."""
    return {name: text for name, text in CAPTIONS[f"{evening}-{language}"].items() if name not in _WORDS}


def page_text(evening: str, language: str) -> str:
    """Return the Markdown of the page that shows an evening's pictures."""
    words = CAPTIONS[f"{evening}-{language}"]
    shown = []
    for number, (name, caption) in enumerate(captions(evening, language).items(), 1):
        heading, _, rest = caption.partition(". ")
        shown.append(f"## {number}. {heading}\n\n{rest}\n\n![{heading}]({evening}-{language}-{name}.webp)\n")
    return "\n".join([f"# {words['title']}\n\n{words['intro']}\n", *shown])


def write_pages(evening: str, album: Album) -> None:
    """Write the page and the pictures of an evening that was played."""
    name = f"{evening}-{album.language}"
    PAGES.joinpath(f"{name}.md").write_text(page_text(evening, album.language), encoding="utf-8")
    for part, picture in album.pictures.items():
        image = Image.open(io.BytesIO(picture.png)).convert("RGB")
        image.save(PAGES / f"{name}-{part}.webp", "WEBP", quality=60, method=6)
    headings = json.dumps(album.headings(), indent=1, ensure_ascii=False)
    PAGES.joinpath(f"{name}.json").write_text(f"{headings}\n", encoding="utf-8")
