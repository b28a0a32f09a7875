"""Exports the virtual board's page as static files, for any web server and any folder of its site."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from host_tools.captain.page_files import NewBoardError, new_board_files
from host_tools.i18n import labelled, message
from host_tools.os_errors import os_reason
from host_tools.sim.compression import ENCODINGS, compressed
from host_tools.sim.page_files import NO_VOICES, Voices, files

_FILE_LIST = ".cribboard-page"


class ExportError(Exception):
    """The page cannot be written there. The text is one line that says why and what to do."""


def export(
    folder: Path,
    micropython: Path,
    images: Iterable[Path] = (),
    public_url: str | None = None,
    voices: Voices = NO_VOICES,
) -> int:
    """Write the page below `folder`, and return how many files it has.

    Beside each that is smaller compressed stand a `.br` and a `.gz`, which many web servers can send in its place.
    `folder` may be new, empty or an earlier export, whose files are replaced. `public_url` is where the page will be
    found; None: wherever it is opened. `voices` as `page_files.files` takes them. Raises ExportError for any other
    folder or URL, and for `images` that were not made by `cribboard image`.
    """
    # Read first: if an image is refused, nothing of an earlier export is removed.
    new_boards = _read_images(images)
    address = folder_url(public_url) if public_url is not None else None
    try:
        _remove_earlier_export(folder)
        contents = files(micropython, new_boards, address, voices)
        written = contents | _compressed_files(contents)
        for name, content in written.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        (folder / _FILE_LIST).write_text("\n".join(sorted(written)), encoding="utf-8")
    except OSError as error:
        raise ExportError(message("sim.export_failed", folder=folder, reason=os_reason(error))) from error
    return len(contents)


def _compressed_files(contents: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of `contents` in every compression that makes them smaller, by the names that servers expect."""
    packed = {
        f"{name}{suffix}": compressed(name, content, encoding, smallest=True)
        for name, content in contents.items()
        for encoding, suffix in ENCODINGS.items()
    }
    return {name: content for name, content in packed.items() if content is not None}


def folder_url(text: str) -> str:
    """Return a URL with a slash at its end. Raises ExportError for text that is no URL of a folder on a web server."""
    try:
        url = urlsplit(text)
        named = url.scheme in ("http", "https") and url.hostname and url.port != 0
        valid = named and not (url.query or url.fragment or url.username)
    except ValueError:
        valid = False
    if not valid or not text.isprintable() or " " in text:
        raise ExportError(message("sim.public_url_other", url=text))
    return text if text.endswith("/") else f"{text}/"


def _read_images(images: Iterable[Path]) -> dict[str, bytes]:
    """Return the page's files of new boards, from `images`. Raises ExportError for one that cannot be read."""
    try:
        return new_board_files(images)
    except NewBoardError as error:
        raise ExportError(str(error)) from None
    except OSError as error:
        raise ExportError(labelled(error.filename, os_reason(error))) from error


def _remove_earlier_export(folder: Path) -> None:
    """Remove the files of an earlier export. Raises ExportError for a folder that is neither that nor empty."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not (folder / _FILE_LIST).is_file():
        raise ExportError(message("sim.export_other", folder=folder))
    names = (folder / _FILE_LIST).read_text(encoding="utf-8", errors="replace").splitlines()
    for path in [_listed_path(folder, name) for name in names]:
        path.unlink(missing_ok=True)


def _listed_path(folder: Path, name: str) -> Path:
    """Return the path of a file in the list. Raises ExportError for a path outside the folder: lists may be forged."""
    path = folder / name
    if "\0" in name or not path.parent.resolve().is_relative_to(folder.resolve()) or path.is_dir():
        raise ExportError(message("sim.export_outside", list=folder / _FILE_LIST, name=name, folder=folder))
    return path
