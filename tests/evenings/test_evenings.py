"""The evenings of the site's pages are played, and their pictures show what they showed when they were written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from host_tools.i18n import LANGUAGES
from tests.browser import address, browser
from tests.captain.conftest import _own_sockets

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

__all__ = ["_own_sockets", "address", "browser"]


@pytest.mark.deep
@pytest.mark.parametrize(("evening", "language"), [("director", "en"), ("captain", "fr")])
def test_pictures_are_headed_as_on_the_site(
    evening: str, language: str, browser: Browser, address: str, tmp_path: Path
) -> None:
    """Who changes such a page makes the pictures anew: `python -m tests.evenings`."""
    from tests.evenings.album import PAGES, Album, captions, page_text
    from tests.evenings.play import EVENINGS

    album = Album(browser, language)
    EVENINGS[evening](album, tmp_path, address)
    assert album.headings() == json.loads((PAGES / f"{evening}-{language}.json").read_text("utf-8"))
    for written in LANGUAGES:
        assert list(album.pictures) == list(captions(evening, written))
        assert (PAGES / f"{evening}-{written}.md").read_text("utf-8") == page_text(evening, written)
