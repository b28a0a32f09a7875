"""Exports the journal's files that hold one game to a host, in chunks of bytes."""

from binascii import hexlify

from .archive import GAMES_A_FILE
from .files import ARCHIVE, FOLDER, LONGEST_SEGMENT, PRESENT

_PIECE_BYTES = 160


def journal_pieces(disk, game: int):
    """Yield {"file", "at", "hex"} for the present and the closed segments, and for the archives that may hold the game
    that led to result `game` (0: none). Raises OSError where a file goes meanwhile.
    """
    archives = ["%08d" % (number // GAMES_A_FILE) for number in (game, game + 1)] if game > 0 else []
    # The present segment before the closed ones, and read at once: meanwhile it may be closed and written over.
    for folder in (ARCHIVE, PRESENT, FOLDER):
        for name in disk.names(folder):
            path = folder + "/" + name
            if folder == PRESENT:
                data = _read_file(disk, path, 0, LONGEST_SEGMENT)
                for offset in range(0, len(data), _PIECE_BYTES):
                    yield _piece(path, offset, data[offset : offset + _PIECE_BYTES])
            elif folder == FOLDER or name in archives:
                for offset in range(0, disk.size(path), _PIECE_BYTES):
                    yield _piece(path, offset, _read_file(disk, path, offset, _PIECE_BYTES))


def _piece(path: str, offset: int, data: bytes) -> dict:
    """Return one chunk of a file as the reply's fields."""
    return {"file": path, "at": offset, "hex": hexlify(data).decode()}


def _read_file(disk, path: str, offset: int, count: int) -> bytes:
    """Return up to `count` bytes of a file from `offset` on. Raises OSError."""
    file = disk.open(path, "rb")
    try:
        file.seek(offset)
        return file.read(count)
    finally:
        file.close()
