"""Checks that run on a real board, no virtual one, at its own prompt, where this text is sent first.

Its files are below SCRATCH.
"""

import gc
import json
import sys
import time
from array import array
from random import getrandbits

SCRATCH = "/cribboard-check"
FLASH = SCRATCH + "/flash"
LINE = bytearray(512)

hal = board = None
down = asked = coming = 0
replies = []


def unload():
    """The firmware that was running is not the one that is checked."""
    global hal, board
    if hal:
        hal.close()
    hal = board = None
    for name in list(sys.modules):
        if name.split(".")[0] == "firmware":
            del sys.modules[name]
    gc.collect()


def levels():
    return down


def read():
    global asked
    if asked == coming:
        return -1
    asked += 1
    return LINE[asked - 1]


def write(data):
    replies.append(bytes(data))
    return len(data)


def start():
    """A board on an empty folder, or on what another one left there. Milliseconds to its first frame; its heap."""
    global hal, board
    unload()
    before = gc.mem_alloc()
    began = time.ticks_ms()
    from firmware.hal import detect_hal

    hal = detect_hal(FLASH)
    from firmware.board import Board

    board = Board(hal)
    hal.keys, hal.read, hal.write = levels, read, write
    while not board.measures.frames:
        step()
    took = time.ticks_diff(time.ticks_ms(), began)
    gc.collect()
    return {"ms": took, "heap": gc.mem_alloc() - before}


def step():
    """The watchdog stays as it is: awake, it would bite a board that has no firmware to feed it afterwards."""
    board.step(time.ticks_ms())


def run(ms):
    began = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), began) < ms:
        step()
        hal.rest()


def press(key, ms=40):
    """An edge and a level, as the interrupt and the pins would give them."""
    global down
    down |= 1 << key
    hal.edges.note(key, True, time.ticks_ms())
    run(ms)
    down &= ~(1 << key)
    hal.edges.note(key, False, time.ticks_ms())
    run(40)


def peg(team, ok=16):
    """A team pegs eight holes."""
    for key in (2, 1, 0):
        press(4 * team + key)
    press(ok)


def counted_flash():
    """Bytes of the file system free and in all."""
    while hal.count_flash():
        pass
    return hal.flash()


def pegs():
    game = board.match.game
    return [list(game.front)[:2], list(game.back)[:2]]


def idle_us(steps):
    """Microseconds of steps in which nothing is new, the fifth of them that took longest left out."""
    run(200)
    times = []
    for _ in range(steps):
        began = time.ticks_us()
        step()
        times.append(time.ticks_diff(time.ticks_us(), began))
        time.sleep_ms(1)
    return sorted(times)[: steps * 4 // 5]


def heap_taken():
    """Bytes that the steps of a count take: pegged it would open a segment now and then, which may take memory."""
    gc.collect()
    gc.disable()
    # A virtual board's first wait after a line at the prompt takes 16 bytes, whatever the firmware does.
    hal.rest()
    before = gc.mem_alloc()
    press(0)
    press(3)
    taken = gc.mem_alloc() - before
    gc.enable()
    return taken


def wire_us():
    """From handing over a frame until the strips would take the next."""
    while hal.busy():
        hal.rest()
    began = time.ticks_us()
    hal.show(board.view.sent, board.view.take_frame(True))
    while hal.busy():
        pass
    return time.ticks_diff(time.ticks_us(), began)


def ask(line):
    """A request over the line, as a host sends it; the reply lines."""
    global asked, coming
    replies.clear()
    data = line.encode() + b"\n"
    LINE[: len(data)] = data
    asked, coming = 0, len(data)
    while not b"".join(replies).endswith(b"}\n") or b'"ok"' not in b"".join(replies):
        step()
    return b"".join(replies).decode().split("\n")[:-1]


def disagreements(times):
    """Of so many pictures of a chain, made up, how many come out otherwise in bytecode than as the board has them."""
    from firmware.view.lights.bytecode import paint as bytecode

    from firmware.board import paint

    led_of = bytes([getrandbits(32) % hal.leds for _ in range(256)])
    inks = array("i", [getrandbits(24) for _ in range(32)])
    wrong = 0
    for _ in range(times):
        buf = bytearray([getrandbits(8) & getrandbits(8) & 1 for _ in range(3 * hal.leds)])
        other = bytearray(buf)
        marks = array("i", [mark() for _ in range(8)])
        arguments = led_of, marks, len(marks), inks, getrandbits(13) - 500
        wrong += paint(buf, *arguments) != bytecode(other, *arguments) or buf != other
    return wrong


def mark():
    """A mark of `firmware.view.lights.strip`, made up. No hole beyond 255: machine code does not look."""
    hole, step, count = getrandbits(7), getrandbits(2), getrandbits(5)
    return hole | step << 8 | count << 13 | getrandbits(5) << 20 | getrandbits(1) << 25


def fault():
    """Record a fault and light the sign, as `runner` does; what is kept of it."""
    from firmware.hal import fault_pattern
    from firmware.hal.faults import read_faults, record_fault

    try:
        raise ValueError("planted by a check")
    except ValueError as error:
        record_fault(hal.disk, error, 1, time.ticks_ms())
    fault_pattern.show()
    return read_faults(hal.disk)[-1]["what"]


def tell(value):
    print(json.dumps(value))
