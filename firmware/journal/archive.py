"""Moves segments of finished games into the archive, and deletes its oldest files when space runs short."""

from ..interpreter import const
from .files import ARCHIVE, DAMAGED, FOLDER, segment_path

GAMES_A_FILE = 16
_ARCHIVES_KEPT = const(14)
"""Archive files before the present one: the events of 208 games and more."""
_DAMAGED_KEPT = const(8)


def archive_segments(files, finished: int) -> None:
    """Move spare segments to the archive of result number `finished`. Raises OSError where there is no room."""
    names = files.spare()
    if not names:
        return
    file = files.disk.open(segment_path(ARCHIVE, finished // GAMES_A_FILE), "ab")
    try:
        for name in names:
            file.write(files.read(segment_path(FOLDER, name)))
    finally:
        file.close()
    for name in names:
        files.attempt(files.disk.remove, segment_path(FOLDER, name))
    _keep_newest(files, ARCHIVE, _ARCHIVES_KEPT + 1)


def put_aside(files, names: list) -> None:
    """Keep damaged segments for inspection, the newest of them."""
    for name in names:
        files.attempt(files.disk.rename, segment_path(FOLDER, name), segment_path(DAMAGED, name))
    _keep_newest(files, DAMAGED, _DAMAGED_KEPT)


def _keep_newest(files, folder: str, count: int) -> None:
    """Delete all but the newest `count` segments of a folder."""
    for name in files.names(folder)[:-count]:
        files.attempt(files.disk.remove, segment_path(folder, name))


def forget_oldest(files) -> bool:
    """Delete the oldest archive, else the oldest segment that is not needed. False if that freed nothing."""
    for folder, names in ((ARCHIVE, files.names(ARCHIVE)), (FOLDER, files.spare())):
        for name in names:
            file = segment_path(folder, name)
            # An archive that was made and found no room is empty.
            size = files.attempt(files.disk.size, file)
            files.attempt(files.disk.remove, file)
            if size and name not in files.names(folder):
                return True
    return False
