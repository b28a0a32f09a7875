"""Writes the pages and pictures of both evenings, in both languages. Needs the extra `ci` and a Chromium."""

import sys
import tempfile
from itertools import product
from pathlib import Path

from host_tools.i18n import LANGUAGES
from host_tools.sim.npm import FetchError
from tests.evenings.album import PAGES, Album, write_pages
from tests.evenings.play import EVENINGS
from tests.measure import UnavailableError
from tests.measure.headless_browser import browser


def main() -> None:
    try:
        with browser() as (running, address):
            for language, evening in product(LANGUAGES, EVENINGS):
                album = Album(running, language)
                with tempfile.TemporaryDirectory() as folder:
                    EVENINGS[evening](album, Path(folder), address)
                write_pages(evening, album)
    except (UnavailableError, FetchError) as error:
        sys.exit(f"evenings: {error}")
    print(f"Wrote {PAGES}")


if __name__ == "__main__":
    main()
