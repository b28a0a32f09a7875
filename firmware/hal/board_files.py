"""File access below one root folder by `open` and `os` alone, for every kind of board."""

import os


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
