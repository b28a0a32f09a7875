"""Exports the virtual board's page as static files, for any web server and any folder of its site."""

from collections.abc import Iterable
from pathlib import Path

from host_tools.captain.page_files import NewBoardError, new_board_files
from host_tools.i18n import message
from host_tools.sim.page_files import files

_LIST = ".cribboard-page"


class ExportError(Exception):
    """The page cannot be written there. The text is one line that says why and what to do."""


def export(folder: Path, micropython: Path, images: Iterable[Path] = ()) -> int:
    """Write the page below `folder`, and return how many files it has.

    `folder` may be new, empty or an earlier export, whose files are replaced. Raises ExportError for any other, and
    for `images` that are no files of `cribboard image`.
    """
    # Read first: where an image is refused, nothing of an earlier export is removed.
    new_boards = _read_images(images)
    try:
        _clear(folder)
        contents = files(micropython, new_boards)
        for name, content in contents.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        (folder / _LIST).write_text("\n".join(sorted(contents)), encoding="utf-8")
    except OSError as error:
        raise ExportError(message("sim.export_failed", folder=folder, reason=error.strerror)) from error
    return len(contents)


def _read_images(images: Iterable[Path]) -> dict[str, bytes]:
    """Return the page's files of new boards, from `images`. Raises ExportError for one that cannot be read."""
    try:
        return new_board_files(images)
    except NewBoardError as error:
        raise ExportError(str(error)) from None
    except OSError as error:
        raise ExportError(f"{error.filename}: {error.strerror}") from error


def _clear(folder: Path) -> None:
    """Remove what an earlier export wrote. Raises ExportError for a folder that holds anything else."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not (folder / _LIST).is_file():
        raise ExportError(message("sim.export_other", folder=folder))
    names = (folder / _LIST).read_text(encoding="utf-8", errors="replace").splitlines()
    for path in [_inside(folder, name) for name in names]:
        path.unlink(missing_ok=True)


def _inside(folder: Path, name: str) -> Path:
    """Return the path of a listed file. The list may be anybody's: none outside the folder is touched."""
    path = folder / name
    if "\0" in name or not path.parent.resolve().is_relative_to(folder.resolve()) or path.is_dir():
        raise ExportError(message("sim.export_outside", list=folder / _LIST, name=name, folder=folder))
    return path
