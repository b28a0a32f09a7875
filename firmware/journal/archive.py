"""Moves journal segments of finished games into the archive, and deletes its oldest files when space runs short."""

from ..board_files import write_pieces
from ..interpreter import const
from .files import ARCHIVE, CLOSED, DAMAGED, segment_path

GAMES_PER_FILE = 16
_ARCHIVES_KEPT = const(14)
"""Archive files kept besides the present one: they hold the events of 208 games and more."""
_DAMAGED_KEPT = const(8)
_PIECES_HELD = const(8)
"""Of 512 bytes at most."""


def archive_segments(files, finished: int):
    """Move closed segments that are no longer needed to an archive, and delete old archives. Raises OSError.

    Yields after each piece of work. The archive is that of result number `finished`; each serves
    GAMES_PER_FILE results.
    """
    names = files.spare_segments()
    yield
    while names:
        # Kept in memory until they are written at once: a file that grows by little erases with each of its writes.
        pieces: list = []
        moved = []
        while names and len(pieces) < _PIECES_HELD:
            moved.append(names.pop(0))
            pieces += files.pieces(segment_path(CLOSED, moved[-1]))
            yield
        file = files.disk.open(segment_path(ARCHIVE, finished // GAMES_PER_FILE), "ab")
        yield from write_pieces(file, pieces)
        yield
        for name in moved:
            files.attempt(files.disk.remove, segment_path(CLOSED, name))
            yield
    _keep_newest(files, ARCHIVE, _ARCHIVES_KEPT + 1)


def store_damaged(files, names: list) -> None:
    """Move these damaged segments to the folder DAMAGED, for inspection; keep only the newest there."""
    for name in names:
        files.attempt(files.disk.rename, segment_path(CLOSED, name), segment_path(DAMAGED, name))
    _keep_newest(files, DAMAGED, _DAMAGED_KEPT)


def _keep_newest(files, folder: str, count: int) -> None:
    """Delete all but the newest `count` files of a folder."""
    for name in files.names(folder)[:-count]:
        files.attempt(files.disk.remove, segment_path(folder, name))


def delete_oldest(files) -> bool:
    """Delete the oldest archive, else the oldest closed segment not needed; return False if there is none to delete."""
    for folder, names in ((ARCHIVE, files.names(ARCHIVE)), (CLOSED, files.spare_segments())):
        for name in names:
            file = segment_path(folder, name)
            # An archive that was made when there was no room is empty: deleting it frees nothing.
            size = files.attempt(files.disk.size, file)
            files.attempt(files.disk.remove, file)
            if size and name not in files.names(folder):
                return True
    return False
