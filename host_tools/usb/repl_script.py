"""Functions that a deploy defines on the board's REPL: list, copy, remove and rename files."""

import hashlib
import os
from binascii import hexlify

_FOLDER = 0x4000


def list_files(path):
    """Print SHA-256 and path of each file below a folder, or of one file; nothing if there is none."""
    try:
        folder = os.stat(path)[0] & _FOLDER
    except OSError:
        return
    if folder:
        for name in sorted(os.listdir(path)):
            list_files(path + "/" + name)
    else:
        print(hexlify(_digest(path)).decode(), path)


def _digest(path):
    digest = hashlib.sha256()
    buf = memoryview(bytearray(512))
    with open(path, "rb") as file:
        while True:
            count = file.readinto(buf)
            if not count:
                return digest.digest()
            digest.update(buf[:count])


def make_folders(folders):
    """Make folders, which are listed parents first."""
    for folder in folders:
        os.mkdir(folder)


def copy_files(paths, root):
    """Copy files to the same places below `root`."""
    for path in paths:
        with open(path, "rb") as source, open(root + path, "wb") as target:
            target.write(source.read())


def remove_folder(path):
    """Remove a folder with all below it, if it is there."""
    if path[1:] in os.listdir("/"):
        _remove(path)


def _remove(folder):
    for name in os.listdir(folder):
        path = folder + "/" + name
        if os.stat(path)[0] & _FOLDER:
            _remove(path)
        else:
            os.remove(path)
    os.rmdir(folder)


def install():
    """Rename /next to /ready, and install its boot.py, which installs the rest when the board next starts."""
    os.rename("/next", "/ready")
    os.rename("/ready/boot.py", "/boot.py")
