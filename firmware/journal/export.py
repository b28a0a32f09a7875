"""Exports the journal files that hold a game to a host, in chunks of bytes."""

from binascii import hexlify

from ..interpreter import const
from .archive import GAMES_PER_FILE
from .files import ARCHIVE, CLOSED, PRESENT, read_part

_CHUNK_BYTES = const(160)
_BLOCK_BYTES = const(480)
"""Bytes read at a time: all of a segment, unless flash was full for a while."""
_HEAD_BYTES = const(16)
"""Bytes in which one segment differs from every other."""


def journal_chunks(disk, game: int):
    """Yield the chunks ({"file", "at": offset, "hex"}) of the present and the closed segments, and of the archives that
    may hold the game with result number `game` (0: no archive); None for a piece of work that gives none. Raises
    OSError if a file disappears meanwhile.
    """
    archives = ["%08d" % (number // GAMES_PER_FILE) for number in (game, game + 1)] if game > 0 else []
    # The present segment goes before the closed ones: it may be closed meanwhile.
    for folder in (ARCHIVE, PRESENT, CLOSED):
        names = disk.names(folder)
        yield None
        for name in names:
            if folder != ARCHIVE or name in archives:
                yield from _file_chunks(disk, folder + "/" + name)


def _file_chunks(disk, path: str):
    """Yield the chunks of a file that only grows. Raises OSError if another replaces it before it has been read."""
    head = b""
    start = 0
    while True:
        data = read_part(disk, path, start, _BLOCK_BYTES)
        if not start:
            head = data[:_HEAD_BYTES]
        elif read_part(disk, path, 0, _HEAD_BYTES) != head:
            raise OSError("%s was replaced" % path)
        for offset in range(0, len(data), _CHUNK_BYTES):
            part = data[offset : offset + _CHUNK_BYTES]
            yield {"file": path, "at": start + offset, "hex": hexlify(part).decode()}
        if len(data) < _BLOCK_BYTES:
            return
        start += len(data)
