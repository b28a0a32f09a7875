"""Script that a deploy runs on the board's REPL: writes, hashes and renames files."""

import hashlib
import os
from binascii import hexlify

_FOLDER = 0x4000


def present(path):
    """Print the digest and the path of each file below a folder, or of one file; nothing where there is none."""
    try:
        folder = os.stat(path)[0] & _FOLDER
    except OSError:
        return
    if folder:
        for name in sorted(os.listdir(path)):
            present(path + "/" + name)
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


def make(folders):
    """Make folders, outer ones first."""
    for folder in folders:
        os.mkdir(folder)


def copy(paths, root):
    """Copy files to the same places below `root`."""
    for path in paths:
        with open(path, "rb") as source, open(root + path, "wb") as target:
            target.write(source.read())


def clear(path):
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


def settle():
    """Make what is in /next the firmware. boot.py goes first: it does the rest, this time and after any cut."""
    os.rename("/next", "/ready")
    os.rename("/ready/boot.py", "/boot.py")
