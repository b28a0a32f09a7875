"""Everything in the repository that is made from something else in it: `python -m tests.generate` writes what differs,
`--check` only names it. What is drawn for builders is `cribboard hardware build`'s."""

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from firmware.config import FIRMWARE_VERSION
from host_tools.firmware_build.sources import firmware_sources
from host_tools.i18n import LANGUAGES, PREFIXES_OF_OWN_FILES, raw_catalogue
from host_tools.i18n.display_phrase_generator import glyphs_module, words_module
from host_tools.quickcards.command import PRINTED
from host_tools.voice import clip_table
from tests.project import architecture

ROOT = Path(__file__).parents[1]
_FIRMWARE = ROOT / "firmware"
_VIEW = _FIRMWARE / "view"

Made = Callable[[], bytes]
"""Makes a file's content."""


def generated() -> dict[Path, Made]:
    """Return what makes each file, by its path."""
    return dict(_files())


def _files() -> Iterator[tuple[Path, Made]]:
    for language in LANGUAGES:
        yield _VIEW / "display" / f"words_{language}.py", _text(partial(words_module, language))
        yield _VIEW / "voice" / f"clips_{language}.py", _text(partial(clip_table.clips_module, language))
    yield _VIEW / "display" / "glyphs.py", _text(glyphs_module)
    yield _VIEW / "display" / "phrases.py", _text(clip_table.phrases_module)
    yield _FIRMWARE / "package.json", _text(mip_package)
    yield architecture.FILE, _text(architecture.draw)
    yield from _quick_cards()


def _text(make: Callable[[], str]) -> Made:
    return lambda: make().encode()


def _quick_cards() -> Iterator[tuple[Path, Made]]:
    """Yield the cards, where the extra `hardware` is installed."""
    try:
        from host_tools.quickcards import draw
    except ImportError:
        return
    for name in draw.CARDS:
        for language in LANGUAGES:
            yield PRINTED / f"{name}-{language}.pdf", partial(draw.draw_card, name, language)


def mip_package() -> str:
    """Return firmware/package.json: the modules that MicroPython's `mip` installs."""
    paths = [path for path in firmware_sources() if path != "firmware/view/lights/hole_coordinates.py"]
    urls = ",\n".join(f"    {json.dumps([path, path.removeprefix('firmware/')])}" for path in paths)
    return f'{{\n  "version": "{FIRMWARE_VERSION}",\n  "urls": [\n{urls}\n  ]\n}}\n'


def differs(path: Path, make: Made) -> bytes | None:
    """Return a file's content as it is to be; None if it is so."""
    content = make()
    return None if path.exists() and path.read_bytes() == content else content


def lacking(key: str) -> list[str]:
    """Return the catalogues of messages that have no message of `key`, though others may, by their paths."""
    name = next((prefix for prefix in PREFIXES_OF_OWN_FILES if key.startswith(prefix)), "").replace(".", "_")
    return [f"host_tools/i18n/{name}{language}.toml" for language in LANGUAGES if key not in raw_catalogue(language)]


def main(words: list[str]) -> int:
    """Write what differs, or with `--check` name it; the exit status is then 1."""
    if words not in ([], ["--check"]):
        print(f"usage: python -m tests.generate [--check]\n\n{__doc__}")
        return 0 if words in (["-h"], ["--help"]) else 2
    found = False
    for path, make in generated().items():
        try:
            content = differs(path, make)
        except KeyError as error:
            if not (files := lacking(str(error.args[0]))):
                raise
            print(f"{error.args[0]}: not in {', '.join(files)}")
            return 1
        if content is not None:
            found = True
            print(f"{path.relative_to(ROOT)} {'is not what it is made from' if words else 'written'}")
            if not words:
                path.write_bytes(content)
    return 1 if found and words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
