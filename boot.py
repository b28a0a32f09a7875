"""Boot script: stays at the REPL where MENU is held at power-up or there is no firmware; finishes a deploy.

`stay` is for main.py, which the interpreter runs next in the same names.

A deploy puts all that is new into /ready, complete and verified, and gives it that name last. From then on the new
firmware is the one: what is left to do is done here, again and again if the power goes, each step atomic.
"""

import os
import sys

# Firmware that is frozen into MicroPython runs, whatever an earlier deploy left in the file system.
if ".frozen" in sys.path:
    sys.path.remove(".frozen")
    sys.path.insert(0, ".frozen")


def clear_away(path: str) -> None:
    """Remove a folder with all below it, if it is there."""
    if path[1:] in os.listdir("/"):
        _remove(path)


def _remove(folder: str) -> None:
    for entry in list(os.ilistdir(folder)):
        path = folder + "/" + entry[0]
        if entry[1] & 0x4000:
            _remove(path)
        else:
            os.remove(path)
    os.rmdir(folder)


def take_up() -> None:
    """Move a complete deploy out of /ready to where it belongs; what a power cut left undone is done now."""
    there = os.listdir("/")
    if "ready" not in there:
        return
    new = os.listdir("/ready")
    if "firmware" in new and "firmware" in there:
        clear_away("/old")
        os.rename("/firmware", "/old")
    for name in new:
        os.rename("/ready/" + name, "/" + name)
    os.rmdir("/ready")
    clear_away("/old")


stay = True
try:
    take_up()
    from firmware.hal import watchdog

    # After a soft reset the watchdog is still awake, and whoever deploys does not feed it.
    watchdog.watchdog.keep()
    stay = not watchdog.begins()
except Exception as error:
    print("boot.py: the firmware cannot begin: %s: %s" % (type(error).__name__, error))
    try:
        from firmware.hal import fault_pattern

        fault_pattern.show()
    except Exception as error:
        print("boot.py: nor can the lights say so: %s: %s" % (type(error).__name__, error))
