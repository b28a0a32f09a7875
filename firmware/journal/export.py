"""Exports the journal files that hold a game to a host, in chunks of bytes."""

from binascii import hexlify

from .archive import GAMES_PER_FILE
from .files import ARCHIVE, CLOSED, LONGEST_SEGMENT, PRESENT

_CHUNK_BYTES = 160


def journal_chunks(disk, game: int):
    """Yield the chunks ({"file", "at": offset, "hex"}) of the present and the closed segments, and of the archives that
    may hold the game with result number `game` (0: no archive). Raises OSError if a file disappears meanwhile.
    """
    archives = ["%08d" % (number // GAMES_PER_FILE) for number in (game, game + 1)] if game > 0 else []
    # The present segment goes before the closed ones, and is read at once: it may be closed and overwritten meanwhile.
    for folder in (ARCHIVE, PRESENT, CLOSED):
        for name in disk.names(folder):
            path = folder + "/" + name
            if folder == PRESENT:
                data = _read_file(disk, path, 0, LONGEST_SEGMENT)
                for offset in range(0, len(data), _CHUNK_BYTES):
                    yield _chunk(path, offset, data[offset : offset + _CHUNK_BYTES])
            elif folder == CLOSED or name in archives:
                for offset in range(0, disk.size(path), _CHUNK_BYTES):
                    yield _chunk(path, offset, _read_file(disk, path, offset, _CHUNK_BYTES))


def _chunk(path: str, offset: int, data: bytes) -> dict:
    """Return the fields of a reply for one chunk of the file `path`, from `offset` on."""
    return {"file": path, "at": offset, "hex": hexlify(data).decode()}


def _read_file(disk, path: str, offset: int, count: int) -> bytes:
    """Return up to `count` bytes of a file from `offset` on. Raises OSError."""
    file = disk.open(path, "rb")
    try:
        file.seek(offset)
        return file.read(count)
    finally:
        file.close()
