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
    yield from _told(disk, ARCHIVE, [name for name in disk.names(ARCHIVE) if name in archives])
    # At once, and before the closed ones: while these are told the present one may be closed and written over.
    yield from list(_told(disk, PRESENT, disk.names(PRESENT)))
    yield from _told(disk, FOLDER, disk.names(FOLDER))


def _told(disk, folder: str, names: list):
    for name in names:
        path = folder + "/" + name
        for at in range(0, disk.size(path), _PIECE):
            yield {"file": path, "at": at, "hex": _hex(disk, path, at)}


def _hex(disk, path: str, at: int) -> str:
    file = disk.open(path, "rb")
    try:
        file.seek(at)
        return hexlify(file.read(_PIECE)).decode()
    finally:
        file.close()
