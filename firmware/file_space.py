"""Counts the bytes that files take on littlefs, in pieces: `os.statvfs` walks all blocks in one step of 0.3 s."""

from .interpreter import const

_BLOCK = const(4096)
_BLOCK_DATA = const(4088)
"""Bytes of a file in one of its blocks, on average: the rest are pointers to blocks before."""
_INLINE = const(512)
"""A file up to so long is kept in its folder's log."""
_ENTRY = const(40)
"""Bytes of that log that a name takes, with tags and place of what is in it."""
_LOG_DATA = const(2048)
"""A folder with more in its log is split: each part has two blocks, of which either holds all of it."""


def blocks_of(size: int) -> int:
    """Return how many blocks a file of `size` bytes has to itself."""
    return 0 if size <= _INLINE else (size + _BLOCK_DATA - 1) // _BLOCK_DATA


def used_bytes(disk):
    """Return the bytes that all files and folders of the Disk take; yields after each piece of work.

    A piece opens a folder, or reads one entry of it. Raises OSError.
    """
    folders = [""]
    blocks = 0
    while folders:
        folder = folders.pop()
        log = 0
        yield
        entries = disk.entries(folder)
        yield
        for name, size in entries:
            log += _ENTRY
            if size < 0:
                folders.append(folder + "/" + name if folder else name)
            else:
                blocks += blocks_of(size)
                log += size if size <= _INLINE else 0
            yield
        blocks += 2 + 2 * (log // _LOG_DATA)
    return _BLOCK * blocks
