"""A Raspberry Pi Pico emulated by rp2040py, no virtual board: keys, LED chains, flash, serial port and clock.

Time passes only in `run`, `ask` and what calls them. The emulator's times are about those of a Pico and not for
figures; erasing and programming flash take none.

Two things of the emulator are done here instead, by what it offers for it (`advance`, `on_endpoint_read`):

- It advances PIO after every instruction of the processor, which costs as much as these, and by a single instruction of
  PIO for all the time that the processor sleeps. Here PIO follows every _PIO_NS, exact to the cycle, and the
  emulator is told that PIO stands still (`stopped`). While a processor sleeps, PIO and DMA do go on: their clocks stop
  only in SLEEP state, with both processors in deep sleep and no transfer left to do (RP2040 data sheet, 2.11.2).
- Its host sends an empty packet 10 us after the board is ready for one, for ever: a board that is always interrupted.
  A host sends when it has something to say (USB 2.0, 8.5.2).
"""

import json
from pathlib import Path

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import UF2_BLOCK_SIZE, decode_block
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from firmware.config import TEAMS
from host_tools.hardware import params
from host_tools.littlefs.chip import SECTOR
from tests.silicon.ws2812_chain import Chain

FLASH = 2 << 20
FILES_AT = 0xA0000
"""Where MicroPython's file system begins in the flash of a Pico; it ends with the flash."""
OPERATIONS = {0x20: "erase", 0x02: "program"}
"""Commands of the flash chip that change it: a sector of 4,096 bytes, a page of 256."""
LEDS = 141
PINS = params.load(Path(__file__).parents[2] / "hardware").pins
_FACES = ("+1", "+2", "+5", "<")
KEYS = {
    f"{team}{face}": pin
    for team in TEAMS
    for face, pin in zip(_FACES, getattr(PINS, f"keys_{team.lower()}"), strict=True)
} | {"OK": PINS.ok, "MENU": PINS.menu}
"""The pin of each key, as hardware/ has them wired."""
_RAIL_5_V = 3103
"""Half of 5 V, of 3.3 V full scale at 12 bits."""
_NS = 1_000_000
_PIO_NS = 10_000
"""How far PIO may lag behind the processor: of the four bytes in a strip's FIFO one is sent meanwhile."""
_CYCLE_NS = 8


def flash_of(image: Path, files: bytes) -> bytes:
    """The whole flash: MicroPython's image (a UF2) and a file system. Raises ValueError for what is no such image."""
    flash = bytearray(b"\xff" * FLASH)
    data = image.read_bytes()
    if not data or len(data) % UF2_BLOCK_SIZE:
        raise ValueError(f"{image}: not a UF2 file, whose size is a multiple of {UF2_BLOCK_SIZE} bytes")
    for offset in range(0, len(data), UF2_BLOCK_SIZE):
        block = decode_block(data[offset : offset + UF2_BLOCK_SIZE])
        start = block.flash_address - FLASH_START_ADDRESS
        if not 0 <= start < FILES_AT:
            raise ValueError(f"{image}: not MicroPython for the Pico (RPI_PICO): it reaches {block.flash_address:#x}")
        flash[start : start + len(block.payload)] = block.payload
    flash[FILES_AT:] = files
    return bytes(flash)


class Pico:
    """A Pico with `tracks` chains of LEDs; its flash holds `flash`. Nothing runs before `power_on`."""

    def __init__(self, flash: bytes, tracks: int) -> None:
        self._flash = flash
        self._tracks = tracks
        self._requests = 0
        self._cut: tuple[str, float] | None = None

    # -- power and time -----------------------------------------------------------------------------------------

    def power_on(self) -> None:
        """Power comes, or comes back: memory and LEDs are dark, the flash is as it was."""
        mcu = RP2040()
        mcu.logger = ConsoleLogger(LogLevel.ERROR)
        mcu.load_bootrom(BOOTROM_B1)
        mcu.flash[:FLASH] = self._flash
        mcu.adc.channel_values[1] = _RAIL_5_V
        self._mcu = mcu
        self._simulator = Simulator(rp2040=mcu)
        self._chains = [Chain(LEDS, mcu.gpio[pin], self._pio_now) for pin in PINS.led_data[: self._tracks]]
        self._over = mcu.clock.create_alarm(self._stop)
        self._pio_due = mcu.clock.create_alarm(self._advance_pio)
        self._advance_pio()
        self._watch_flash()
        self._connect()
        self._dead = False
        mcu.core.pc = FLASH_START_ADDRESS

    def power_off(self) -> None:
        """Power goes, between two operations of the flash."""
        self._flash = bytes(self._mcu.flash[:FLASH])
        self._dead = True

    def run(self, ms: float) -> None:
        """Let time pass, until the power goes."""
        end = self._now() + ms * _NS
        # What the board says stops the emulator.
        while not self._dead and self._now() < end:
            self._run_on(end)

    def _run_on(self, end: float) -> None:
        """Let time pass until `end`, until the board says something, or until the power goes."""
        self._over.schedule(end - self._now())
        self._simulator.stopped = self._dead
        while not self._simulator.stopped:
            self._simulator._execute_batch()
        self._over.cancel()

    def await_frame(self, ms: float = 3000) -> None:
        """Let time pass until each chain has been sent a whole frame more. Raises AssertionError after `ms`."""
        end = self._now() + ms * _NS
        before = self.frames()
        while any(c.sending or c.frames == then for c, then in zip(self._chains, before, strict=True)):
            if self._dead or self._now() >= end:
                raise AssertionError(f"no frame in {ms} ms, but {self._said!r}")
            self.run(10)

    def _run_until(self, end: float, missing: str) -> None:
        """Let time pass until the board says something. Raises AssertionError with the words `missing` at `end`."""
        if self._dead or self._now() >= end:
            raise AssertionError(missing)
        self._run_on(end)

    def _now(self) -> float:
        return self._mcu.clock.nanos

    def _stop(self) -> None:
        self._simulator.stopped = True

    def _pio_now(self) -> float:
        """The time of what the strips' block of PIO does now, in nanoseconds."""
        return self._mcu.pio[0].cycle_fp / 256 * _CYCLE_NS

    def _advance_pio(self) -> None:
        """Let PIO do what it has not yet done until now."""
        now = int(self._now() / _CYCLE_NS) << 8
        for pio in self._mcu.pio:
            pio.stopped = True
            while pio.next_due_fp <= now:
                pio.advance(max(pio.next_due_fp - pio.cycle_fp + 255, 0) >> 8)
            pio.advance((now - pio.cycle_fp) >> 8)
        self._pio_due.schedule(_PIO_NS)

    # -- keys and lights ----------------------------------------------------------------------------------------

    def down(self, key: str) -> None:
        """A key goes down: its pin is pulled to ground."""
        self._mcu.gpio[KEYS[key]].set_input_value(False)

    def up(self, key: str) -> None:
        self._mcu.gpio[KEYS[key]].release_input()

    def press(self, key: str, ms: float = 20, after: float = 20) -> None:
        self.down(key)
        self.run(ms)
        self.up(key)
        self.run(after)

    def play(self, keys: str) -> None:
        """Press keys, which are named in a text, one after another."""
        for key in keys.split():
            self.press(key)

    def lights(self) -> list[list[tuple[int, int, int]]]:
        """Of each chain the (red, green, blue) of its LEDs, the one next to the pin first."""
        return [chain.colours() for chain in self._chains]

    def frames(self) -> list[int]:
        """How many frames each chain has been sent since power on."""
        return [chain.frames for chain in self._chains]

    def wire_faults(self) -> int:
        """Pulses no LED would understand, and LEDs that were sent less than 24 bits: of what PIO sends.

        The fault pattern is sent by the processor, and is not decoded.
        """
        return sum(chain.faults for chain in self._chains)

    # -- the serial line ----------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self._cdc = USBCDC(self._mcu.usb_ctrl)
        self._cdc.on_serial_data = self._receive
        self._said = b""
        self._ready: tuple[int, int] | None = None
        hand_over = self._mcu.usb_ctrl.on_endpoint_read
        assert hand_over
        self._hand_over = hand_over
        self._mcu.usb_ctrl.on_endpoint_read = self._note_ready

    def _note_ready(self, endpoint: int, size: int) -> None:
        """The board has room for a packet."""
        if endpoint and not self._cdc.tx_fifo.item_count:
            self._ready = endpoint, size
        else:
            self._hand_over(endpoint, size)

    def _receive(self, data: bytes | bytearray) -> None:
        self._said += data
        self._stop()

    def said(self) -> str:
        """What the board has said since this was last asked."""
        data, self._said = self._said, b""
        return data.decode(errors="replace")

    def send(self, data: bytes) -> None:
        for byte in data:
            self._cdc.send_serial_byte(byte)
        if self._ready:
            self._hand_over(*self._ready)
            self._ready = None

    def await_text(self, text: str, ms: float = 1000) -> str:
        """Let time pass until the board has said `text`; all it said. Raises AssertionError where it does not."""
        end = self._now() + ms * _NS
        output = self.said()
        while text not in output:
            self._run_until(end, f"no {text!r} in {ms} ms, but {output!r}")
            output += self.said()
        return output

    def ask(self, ms: float = 4000, **request: object) -> list[dict]:
        """Send a request and await its last line: all lines with its id. Raises AssertionError without an answer."""
        self._requests += 1
        self.send(json.dumps({"id": self._requests, **request}).encode() + b"\n")
        return self.answers([self._requests], ms)[self._requests]

    def answers(self, numbers: list[int], ms: float = 1000) -> dict[int, list[dict]]:
        """The lines that answer the requests of these ids. Raises AssertionError where some are not answered."""
        end = self._now() + ms * _NS
        output = ""
        while True:
            output += self.said()
            lines = [_parsed(line) for line in output.split("\n")[:-1]]
            if {line.get("id") for line in lines if "ok" in line} >= set(numbers):
                return {number: [line for line in lines if line.get("id") == number] for number in numbers}
            self._run_until(end, f"no answer in {ms} ms, but {output!r}")

    def status(self) -> dict:
        return self.ask(do="status")[0]

    # -- flash --------------------------------------------------------------------------------------------------

    def _watch_flash(self) -> None:
        # The emulator has no hook for its flash chip: where it carries out a command, this looks at it first.
        self._chip = self._mcu.ssi
        self._carry_out = self._chip._apply_command
        self._chip._apply_command = self._command  # type: ignore[method-assign]

    def _command(self) -> None:
        if self._dead:
            return
        command = bytes(self._chip._tx_buffer)
        operation = OPERATIONS.get(command[0]) if command else None
        sector = int.from_bytes(command[1:4], "big") & -SECTOR
        before = bytes(self._mcu.flash[sector : sector + SECTOR])
        self._carry_out()
        if self._cut and operation == self._cut[0] and sector >= FILES_AT:
            self._tear(sector, before, self._cut[1])

    def _tear(self, sector: int, before: bytes, part: float) -> None:
        """Take back the end of the last operation, and the power."""
        after = self._mcu.flash[sector : sector + SECTOR]
        changed = [i for i in range(SECTOR) if after[i] != before[i]]
        for i in changed[int(len(changed) * part) :]:
            self._mcu.flash[sector + i] = before[i]
        self._cut = None
        self.power_off()
        self._stop()

    def dead(self) -> bool:
        """Whether the power has gone."""
        return self._dead

    def cut(self, operation: str, part: float) -> None:
        """Power will go within the file system's next "erase" or "program", of which `part` (0 to 1) is done."""
        self._cut = (operation, part)


def _parsed(line: str) -> dict:
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
