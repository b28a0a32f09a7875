"""Boot script: finishes an interrupted deploy, and switches the lights' supply on; tells main.py to stay at the REPL
if firmware is missing.

main.py, which the interpreter runs next with the same globals, reads `stay`.

A deploy writes and verifies all new files in a folder, then renames that folder to /ready. From then on the new
firmware counts: the moves that remain are made here, again after each power cut, each step atomic.
"""

import os
import sys

# Firmware that is frozen into MicroPython goes before whatever an earlier deploy left in the file system.
if ".frozen" in sys.path:
    sys.path.remove(".frozen")
    sys.path.insert(0, ".frozen")


def remove_folder(path: str) -> None:
    """Remove a folder of the top level with all below it, if it exists. `path` begins with a slash."""
    if path[1:] in os.listdir("/"):
        _remove_tree(path)


def _remove_tree(folder: str) -> None:
    """Remove an existing folder with all below it."""
    for entry in list(os.ilistdir(folder)):
        path = folder + "/" + entry[0]
        if entry[1] & 0x4000:
            _remove_tree(path)
        else:
            os.remove(path)
    os.rmdir(folder)


def finish_deploy() -> None:
    """Move the files of a complete deploy from /ready to the top level; does nothing without /ready.

    After a power cut in the middle it moves the files that are left.
    """
    present = os.listdir("/")
    if "ready" not in present:
        return
    new = os.listdir("/ready")
    if "firmware" in new and "firmware" in present:
        remove_folder("/old")
        os.rename("/firmware", "/old")
    for name in new:
        os.rename("/ready/" + name, "/" + name)
    os.rmdir("/ready")
    remove_folder("/old")


def keep_modules() -> None:
    """Keep modules that are built in in `sys.modules`: else MicroPython looks for a file of that name at each import.

    That takes 5 ms, forty times at a start. With nothing to search it takes what is built in.
    """
    path = sys.path
    sys.path = []
    try:
        for name in "array binascii hashlib io json machine os select struct time".split():
            if name not in sys.modules:
                sys.modules[name] = __import__(name)
    finally:
        sys.path = path


stay = True
try:
    finish_deploy()
    keep_modules()
    # What main.py runs is in the same file: to look a file up takes 15 ms.
    from firmware.runner import begin

    begin()
    stay = False
except Exception as error:
    print("boot.py: the firmware cannot begin: %s: %s" % (type(error).__name__, error))
    try:
        from firmware.hal import fault_pattern

        fault_pattern.show()
    except Exception as error:
        print("boot.py: nor can the lights say so: %s: %s" % (type(error).__name__, error))
