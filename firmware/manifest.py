# Manifest that freezes the firmware into a MicroPython build for a Raspberry Pi Pico, Pico W or Pico 2:
#
#     make -C ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=/path/to/firmware/manifest.py
#
# Frozen code starts sooner and leaves more of the heap free. MicroPython runs frozen boot.py and main.py before those
# in the file system, and boot.py then prefers the frozen firmware: files that `cribboard flash` left on the board are
# not used; its journal, results and settings are. The image has no file system in it, so it erases nothing.
#
# Modules for other machines are left out; a test compares the list with `modules` of host_tools/firmware_build/.
from os import walk
from os.path import basename, dirname, join, relpath

include("$(PORT_DIR)/boards/manifest.py")  # type: ignore[name-defined] # noqa: F821

_OTHERS = ("manifest.py", "view/lights/hole_coordinates.py", "hal/generic.py", "hal/key_pins.py", join("hal", "pi", ""))
_found = {relpath(join(folder, name)) for folder, _, names in walk(".") for name in names if name.endswith(".py")}
_kinds = {path for path in _found if dirname(path) == "boards" and basename(path) not in ("__init__.py", "carrier.py")}
_found = {path for path in _found - _kinds if not path.startswith(_OTHERS)}
package("firmware", sorted(_found), base_path="..")  # type: ignore[name-defined] # noqa: F821
module("boot.py", base_path="..")  # type: ignore[name-defined] # noqa: F821
module("main.py", base_path="..")  # type: ignore[name-defined] # noqa: F821
