"""A fake Pico below the HAL, in real MicroPython, on which boot.py and main.py run unchanged: no virtual board.

What is to happen is put in first (`press`, `send`, `at`), then `power_on` lets it happen.
"""

import json
from functools import cache
from pathlib import Path

from firmware.boards.carrier import BOARD
from firmware.hardware_config import key_pins
from firmware.hardware_file import HARDWARE_VERSION
from firmware.json_file import encode_json
from host_tools.firmware_build.module_joiner import ROOTS, join_modules, modules
from host_tools.firmware_build.sources import START, read_start_file
from host_tools.sim.micropython_process import MicroPython, MicroPythonError
from host_tools.sim.virtual.scenario_parser import key_number

ROOT = Path(__file__).parents[2]
PINS_KEYS = key_pins(BOARD["pins"], 4)
"""By key number."""
FAKES = [*sorted((Path(__file__).parent / "fakes").glob("*.py")), ROOT / "host_tools/pio/assembler.py"]
RAIL_RISES_MS = 150
"""What the made-up world says (`fakes/world.py`)."""
READY_MS = 800
"""The firmware runs, and the LED rail has risen."""

PREPARE = """
import sys, os, micropython
modules = sys.modules
modules.update({"real_os": os, "real_sys": sys, "real_micropython": micropython})
sys.path.insert(0, "/fakes")
import fake_micropython
modules["micropython"] = fake_micropython
import fake_time, fake_select, fake_os, fake_sys
modules.update({"time": fake_time, "select": fake_select, "os": fake_os, "sys": fake_sys})
fake_sys.modules = modules
from world import world, Over
import rp2, machine, json

def power_on(ms):
    "What the interpreter does: boot.py, then main.py, in the same names. Tells how it ended."
    world.begin()
    for name in list(modules):
        if name.startswith("firmware"):
            del modules[name]
    world.at(ms, world.over)
    world.pass_us(0)
    names = {"__name__": "__main__"}
    try:
        for path in ("/boot.py", "/main.py"):
            with open(path) as file:
                exec(file.read(), names)
        return "prompt"
    except Over:
        return "running"
    except KeyboardInterrupt:
        return "interrupted"

def at_prompt(ms):
    "Time passes with nothing running but timers."
    world.events = []
    world.pass_us(1000 * ms)
    return "prompt"
"""


@cache
def _firmware(platform: str, changed: tuple[tuple[str, str], ...], apart: bool) -> dict[str, str]:
    texts = modules(platform) | dict(changed)
    return texts if apart else join_modules(texts, ROOTS)


class Pico:
    """`platform` is what MicroPython calls it; `changed` replaces modules of the firmware by their text.

    It carries what `cribboard flash` puts on a board; with `apart` each module is a file, as if copied by hand.
    """

    def __init__(
        self, python: MicroPython, platform: str = "rp2", changed: dict[str, str] | None = None, apart: bool = False
    ) -> None:
        python.restart(_firmware(platform, tuple((changed or {}).items()), apart))
        # As source: what is compiled has no assertions.
        for path in FAKES:
            python.write(f"/fakes/{path.name}", path.read_bytes())
        for name in START:
            python.write(f"/{name}", read_start_file(name))
        self._python = python
        self.platform = platform
        self.run(PREPARE)
        self.run(f"fake_sys.platform = {platform!r}")

    def hardware(self, **fields) -> None:
        """Put a hardware.json on the board."""
        self.write("/hardware.json", encode_json(fields, HARDWARE_VERSION))

    def run(self, code: str) -> str:
        """Run code beside the board, where `world` is what it stands in; what was printed."""
        return self._python.run(code)

    def value(self, expression: str):
        """The value of an expression, by JSON."""
        return json.loads(self.run(f"print(json.dumps({expression}))").split("\n")[-1])

    def at(self, ms: int, action: str) -> None:
        """At this millisecond after power on, call a function."""
        self.run(f"world.at({ms}, {action})")

    def press(self, name: str, at_ms: int, ms: int = 40) -> None:
        """A key goes down at `at_ms`, for `ms`."""
        self.run(f"world.press({PINS_KEYS[key_number(name)]}, {at_ms}, {ms})")

    def play(self, text: str, at_ms: int = READY_MS) -> int:
        """Presses one after another, 100 ms apart; when all is over."""
        for name in text.split():
            self.press(name, at_ms)
            at_ms += 100
        return at_ms

    def type(self, at_ms: int, text: str) -> None:
        """Bytes come over the serial line."""
        self.at(at_ms, f"lambda: world.receive({text.encode()!r})")

    def send(self, at_ms: int, **request) -> None:
        """A request comes over the serial line."""
        self.type(at_ms, json.dumps(request) + "\n")

    def power_on(self, ms: int) -> str:
        """How it stands after `ms`: running, at the prompt, or interrupted."""
        return str(self._python.call("power_on", ms))

    def at_prompt(self, ms: int) -> None:
        """Time passes at the prompt."""
        self._python.call("at_prompt", ms)

    def told(self) -> list[dict]:
        """What the board has sent, as objects."""
        lines = self.run("print(world.outgoing.decode())").split("\n")
        return [json.loads(line) for line in lines if line.startswith("{")]

    def status(self, at_ms: int) -> dict:
        """Power on, and the status at that millisecond."""
        self.send(at_ms, id=9, do="status")
        assert self.power_on(at_ms + 300) == "running", self.faults()
        return next(line for line in self.told() if line["id"] == 9)

    def frames(self) -> list[tuple[int, int, bytes]]:
        """(ms, track, bytes) of each frame sent, without the fault pattern: what the chain shows from then on."""
        sent = self.value("[[us // 1000, pin - 6, list(buf)] for us, pin, buf in world.frames]")
        shown: dict[int, bytes] = {}
        frames = []
        for ms, track, buf in sent:
            shown[track] = bytes(buf) + shown.get(track, b"")[len(buf) :]
            frames.append((ms, track, shown[track]))
        return frames

    def signs(self) -> int:
        """How often the fault sign was lit on the first track."""
        lit = [bytes(buf) for pin, buf in self.value("[[s[0], list(s[2])] for s in world.signs]") if pin == 6]
        return sum(1 for buf in lit if buf[:30] == (b"\x08\x18\0" + bytes(3)) * 5 and not any(buf[30:]))

    def faults(self) -> list[dict]:
        """What stands in the board's file of faults."""
        return [json.loads(line) for line in self.file("/faults.log").splitlines()]

    def file(self, path: str) -> bytes:
        """What stands in a file of the board; nothing where there is none."""
        try:
            return self._python.read(path)
        except MicroPythonError:
            return b""

    def write(self, path: str, data: bytes) -> None:
        """Put a file on the board."""
        self._python.write(path, data)
