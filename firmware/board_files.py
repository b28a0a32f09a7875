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
        """Yield (name, size) of all that is in a folder, one at a time; the size of a folder is -1."""
        path = self._root + "/" + folder
        if hasattr(os, "ilistdir"):
            for entry in os.ilistdir(path):
                # Some ports' file systems list no sizes.
                listed = len(entry) > _SIZE_AT and not entry[1] & _FOLDER
                yield entry[0], entry[_SIZE_AT] if listed else _size(path + "/" + entry[0])
        else:
            for name in os.listdir(path):
                yield name, _size(path + "/" + name)

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


def _size(path: str) -> int:
    """Return the size of a file in bytes; -1 for a folder."""
    stats = os.stat(path)
    return -1 if stats[0] & _FOLDER else stats[6]
