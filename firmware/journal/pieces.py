"""The journal for a host: the bytes of the files that hold a game, in pieces."""

from binascii import hexlify

from .archive import GAMES_A_FILE
from .files import ARCHIVE, FOLDER, PRESENT

_PIECE = 160


def pieces(disk, game: int):
    """Yield {"file", "at", "hex"} for the present and the closed segments, and for the archives that may hold the game
    that led to result `game` (0: none). Raises OSError where a file goes meanwhile.
    """
    archives = ["%08d" % (number // GAMES_A_FILE) for number in (game, game + 1)] if game > 0 else []
    # The present segment before the closed ones, and at once: meanwhile it may be closed and written over.
    for folder in (ARCHIVE, PRESENT, FOLDER):
        for name in disk.names(folder):
            if folder != ARCHIVE or name in archives:
                told = _told(disk, folder + "/" + name)
                yield from list(told) if folder == PRESENT else told


def _told(disk, path: str):
    for at in range(0, disk.size(path), _PIECE):
        yield {"file": path, "at": at, "hex": _hex(disk, path, at)}


def _hex(disk, path: str, at: int) -> str:
    file = disk.open(path, "rb")
    try:
        file.seek(at)
        return hexlify(file.read(_PIECE)).decode()
    finally:
        file.close()
