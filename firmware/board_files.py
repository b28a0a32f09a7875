"""File access below one root folder by `open` and `os` alone, for every kind of board."""

import os

_FOLDER = 0x4000
"""The bit of a file's kind that a folder has."""
_SIZE_AT = 3


class Disk:
    """Files below `root`, a folder that exists. Paths are names without a leading slash.

    Every method raises OSError as the file system does: no such file, no space left.
    """

    def __init__(self, root: str) -> None:
        self._root = root

    def open(self, name: str, mode: str):
        """Open a file in binary `mode`: rb, wb, ab. Data is safe from a loss of power after `flush()`."""
        return open(self._root + "/" + name, mode)

    def names(self, folder: str = "") -> list:
        """Return the names in a folder, sorted."""
        return sorted(os.listdir(self._root + "/" + folder))

    def entries(self, folder: str):
        """Open a folder, and return an iterator of (name, size) of all that is in it; the size of a folder is -1."""
        path = self._root + "/" + folder
        return _entries(path, os.ilistdir(path) if hasattr(os, "ilistdir") else [(name,) for name in os.listdir(path)])

    def size(self, name: str) -> int:
        """Return the size of a file in bytes."""
        return os.stat(self._root + "/" + name)[6]

    def remove(self, name: str) -> None:
        os.remove(self._root + "/" + name)

    def rename(self, old: str, new: str) -> None:
        """Rename a file; a file of that name is replaced in the same instant."""
        os.rename(self._root + "/" + old, self._root + "/" + new)

    def make_folder(self, name: str) -> None:
        """Make a folder unless it is there; looking costs no write, which littlefs begins before it finds the name."""
        try:
            os.listdir(self._root + "/" + name)
        except OSError:
            os.mkdir(self._root + "/" + name)


def _entries(path: str, listed):
    """Yield name and size of each of the `listed` entries of a folder."""
    for entry in listed:
        # Some file systems list no sizes.
        sized = len(entry) > _SIZE_AT and not entry[1] & _FOLDER
        yield entry[0], entry[_SIZE_AT] if sized else _size(path + "/" + entry[0])


def write_pieces(file, pieces):
    """Write pieces of bytes into a file that has just been opened, and close it. Yields after each piece of work but
    the last, as each takes some milliseconds. Raises OSError.
    """
    try:
        yield
        for piece in pieces:
            file.write(piece)
        yield
    finally:
        file.close()


def _size(path: str) -> int:
    """Return the size of a file in bytes; -1 for a folder."""
    stats = os.stat(path)
    return -1 if stats[0] & _FOLDER else stats[6]
