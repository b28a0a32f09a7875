"""Functions that a deploy defines on the board's REPL: list, describe, read, copy, remove and rename files."""

import hashlib
import json
import os
from binascii import b2a_base64, hexlify

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


def print_lists(name, folders):
    """Print the firmware's lists of files: those called `name` below the folders, as far as they are there."""
    for folder in folders:
        try:
            with open(folder + "/" + name) as file:
                print(file.read())
        except OSError:
            pass


def describe_files(path):
    """Print a JSON array of path, size and first line, in hex, where that is a comment, for each file at or below path.

    The path "" is the whole flash but for what an earlier flash has kept.
    """
    if path and not os.stat(path)[0] & _FOLDER:
        with open(path, "rb") as file:
            line = file.read(120).split(b"\n")[0].strip()
        print(json.dumps([path, os.stat(path)[6], hexlify(line if line[:1] in (b"#", b'"') else b"").decode()]))
        return
    for name in sorted(os.listdir(path or "/")):
        if path or name.rstrip("-") != "before":
            describe_files(path + "/" + name)


def read_file(path):
    """Print a file's contents in lines of base64."""
    with open(path, "rb") as file:
        while True:
            data = file.read(384)
            if not data:
                return
            print(b2a_base64(data).decode().strip())


def keep_files(paths):
    """Move files to the same places below a folder of their own, `/before`, and print its name."""
    folder = "/before"
    while folder[1:] in os.listdir("/"):
        folder += "-"
    for path in paths:
        parts = (folder + path).split("/")
        for end in range(2, len(parts)):
            try:
                os.mkdir("/".join(parts[:end]))
            except OSError:
                pass  # It is there.
        os.rename(path, folder + path)
    print(folder)


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
