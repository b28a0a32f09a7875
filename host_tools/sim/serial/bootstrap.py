"""Bootstrap of a simulated board's MicroPython: installs stubs for `machine` and `micropython`, mounts the file system.

`board.mjs` runs it, and reports the pins' levels whenever the board sleeps. LEDs are not shown anywhere.
"""

import os
import sys
import time

import _port
import micropython
import vfs


class _Pins:
    """The levels of the pins (`low`: mask of those pulled low), and the interrupt handlers to call when one changes."""

    low = 0
    handlers: dict = {}

    def wait(self, ms):
        """Sleep for `ms`; then call the handlers of pins that have changed meanwhile. Raises SystemExit for a reset."""
        self.set_low(_port.wait(ms))
        if not _port.isOn():
            raise SystemExit

    def set_low(self, low):
        """Set the mask of low pins, and call the handlers of those that have changed."""
        changed = low ^ self.low
        self.low = low
        if changed:
            for number, (handler, pin) in list(self.handlers.items()):
                if (changed >> number) & 1:
                    handler(pin)


_pins = _Pins()
_pins.low = _port.pins()


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1
    IRQ_FALLING, IRQ_RISING = 4, 8

    def __init__(self, number, mode=-1, pull=-1, value=None):
        self._number = number

    def value(self, level=None):
        return None if level is not None else not (_pins.low >> self._number) & 1

    def irq(self, handler=None, trigger=12, hard=False):
        if handler is None:
            _pins.handlers.pop(self._number, None)
        else:
            _pins.handlers[self._number] = (handler, self)


class _Stub:
    """Hardware that does nothing here: timer, buzzer."""

    PERIODIC = 1

    def __init__(self, *args, **settings):
        pass

    def init(self, **settings):
        pass

    def do(self, value=0):
        pass

    feed = deinit = freq = duty_u16 = do


class WDT:
    def __init__(self, id=0, timeout=5000):
        self._timeout = timeout
        self.feed()

    def feed(self):
        _port.guard(self._timeout)


class UART(_Stub):
    """The port of a sound module, at which nothing answers."""

    def any(self):
        return 0

    def readinto(self, buf):
        return None

    def write(self, data):
        return len(data)


class I2C:
    """An I²C bus without devices."""

    def __init__(self, *args, **settings):
        pass

    def writeto(self, address, data):
        raise OSError(5)

    readfrom_into = writeto


class _Machine:
    """Stands in for the module `machine`."""

    Pin, I2C, UART = Pin, I2C, UART
    WDT = WDT
    Timer = PWM = _Stub

    @staticmethod
    def unique_id():
        return bytes.fromhex(_port.uid)

    @staticmethod
    def bitstream(pin, encoding, timing, buf):
        pass

    @staticmethod
    def reset():
        _port.turnOff()
        raise SystemExit

    @staticmethod
    def soft_reset():
        raise SystemExit


class _MicroPython:
    """Stands in for the module `micropython`, which lacks a function in this build."""

    const = micropython.const
    heap_lock = micropython.heap_lock
    heap_unlock = micropython.heap_unlock
    kbd_intr = staticmethod(_port.setInterrupt)
    mem_info = micropython.mem_info

    @staticmethod
    def alloc_emergency_exception_buf(size):
        pass


def _rename(old, new):
    """Replace `os.rename`, which fails here on a file system that is mounted below its root. Raises OSError."""
    folder = os.getcwd().rstrip("/") + "/"
    error = _port.rename(*[path if path[:1] == "/" else folder + path for path in (old, new)])
    if error:
        raise OSError(error)


class _Name:
    sysname = nodename = "virtual"
    machine = "Virtual board"
    release = ".".join([str(part) for part in sys.implementation.version[:3]])
    version = release


def run_startup_file(name):
    """Run a startup file (boot.py, main.py) in the prompt's namespace, and print its exception if it fails.

    Returns False if it failed, True otherwise, also if the file does not exist.
    """
    try:
        with open("/" + name) as file:
            text = file.read()
    except OSError:
        return True
    try:
        exec(text, globals())
    except (Exception, KeyboardInterrupt) as error:
        sys.print_exception(error)
        return False
    return True


sys.modules["machine"] = _Machine
sys.modules["micropython"] = _MicroPython
time.sleep_ms = _pins.wait
os.uname = lambda: _Name
os.rename = _rename
vfs.umount("/")
vfs.mount(vfs.VfsPosix("/board"), "/")
sys.path[:] = ["", ".frozen", "/lib"]
