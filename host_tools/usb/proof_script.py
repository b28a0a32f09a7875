"""Functions by which `sans_io/proof.py` measures a board at its prompt, each of which prints a line of JSON.

The firmware that is on the board plays on files of its own, below `FOLDER`.
"""

import gc
import json
import os
import time
from array import array

FOLDER = "/proof"
FLASH = FOLDER + "/flash"
LINE = bytearray(512)
PEGGED = (0, 4)
"""The +1 keys of two teams."""
OK = 16
LAST_MOVE = 21
"""With which a team wins, if two peg eleven holes in turn."""
AGREED_MS = 1100
PRESS_MS = 40
STEP_MS = 20
"""Of time that is made up: a key is down for two steps."""
PAGE, BLOCK = 256, 4096
MOST_HEAP = 1 << 19
MOST_CHANGES = 400
DIM = 12
RAIL_UP_MV = 4400
RISE_MS = 1500
GPIO_IN = 0xD0000004

VOLUME = 18
DROP_MS = 2000

hal = board = module = network = None
down = asked = coming = left_at = 0
made_up = -1
"""The tick that the board is told, where its time is made up; -1: its time is the true one."""
replies: list = []

ON_PICO = os.uname().sysname == "rp2"
SCRATCH = 0

if ON_PICO:
    import rp2
    from machine import mem32

    # `step_trace` has the words before.
    SCRATCH = 0x400D8018 if "RP2350" in os.uname().machine else 0x40058018

    @rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, autopush=True, push_thresh=32, fifo_join=rp2.PIO.JOIN_RX)
    def sampled():
        """Take a pin's level in each cycle, from the first that is high."""
        wait(1, pin, 0)  # type: ignore[name-defined] # noqa: F821
        wrap_target()  # type: ignore[name-defined] # noqa: F821
        in_(pins, 1)  # type: ignore[name-defined] # noqa: F821
        wrap()  # type: ignore[name-defined] # noqa: F821


def tell(value):
    print(json.dumps(value))


def begin():
    """A folder of its own, empty."""
    remove(FOLDER)
    os.mkdir(FOLDER)
    os.mkdir(FLASH)
    tell(True)


def remove(path):
    """Remove a folder with all below it, if it is there."""
    try:
        names = os.listdir(path)
    except OSError:
        return
    for name in names:
        inner = path + "/" + name
        if os.stat(inner)[0] & 0x4000:
            remove(inner)
        else:
            os.remove(inner)
    os.rmdir(path)


def end():
    """The board is as it was found, and starts."""
    from machine import reset

    unload()
    remove(FOLDER)
    reset()


def unload():
    """Release the hardware, as the firmware does before it starts again."""
    global hal, board
    if hal:
        hal.close()
    hal = board = None
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


def pass_over(activity):
    """In place of `trace`: what resets the board here is no fault of its firmware."""


def load():
    """A board on FLASH, as it was left there."""
    global hal, board, made_up
    made_up = -1
    unload()
    from firmware.hal import detect_hal

    hal = detect_hal(FLASH)
    hal.trace, hal.keys, hal.read, hal.write = pass_over, levels, read, write
    from firmware.board import Board

    board = Board(hal)
    while not board.loaded:
        step()


def anew():
    """A board that nobody has played on."""
    unload()
    remove(FLASH)
    os.mkdir(FLASH)
    load()
    tell(True)


def equip():
    """Take hold of the hardware alone, and tell what the board is made of."""
    global hal
    unload()
    from firmware.hal import detect_hal

    # Its own files say what it is built with, and which network it knows.
    hal = detect_hal()
    kind = hal.kind
    tell({"tracks": hal.tracks, "leds": hal.leds, "pins": kind["pins"], "led_ns": kind["led_ns"], "pico": ON_PICO})


def rail():
    """Millivolts of the LEDs' supply, and the milliseconds in which it rises; -1: not measured."""
    if hal.rail_mv() < 0:
        tell({"mv": -1})
        return
    hal.rail(False)
    time.sleep_ms(1000)
    began = time.ticks_ms()
    hal.rail(True)
    took = 0
    while hal.rail_mv() < RAIL_UP_MV and took < RISE_MS:
        took = time.ticks_diff(time.ticks_ms(), began)
    time.sleep_ms(200)
    tell({"mv": hal.rail_mv(), "rise_ms": took})


def light(track, count):
    """Light the first `count` LEDs of a strip, dim and white, and no other."""
    frames = [bytearray(3 * hal.leds) for _ in range(hal.tracks)]
    for at in range(3 * count):
        frames[track][at] = DIM
    while hal.busy():
        hal.rest()
    hal.show(frames, [hal.leds] * hal.tracks)
    # The frames may not change while they are on the wire.
    while hal.busy():
        hal.rest()
    tell(True)


def dark():
    light(0, 0)


def overloaded():
    tell(int(hal.overloaded()))


def low_pins(pins):
    """Mask of the pins of (number, Pin) that are low."""
    if ON_PICO:
        return ~mem32[GPIO_IN]
    time.sleep_ms(1)
    return sum([1 << number for number, pin in pins if not pin.value()])


def watch(numbers, ms):
    """The mask of these pins that are low, and [microseconds, mask] at each of its changes within `ms`."""
    from machine import Pin

    pins = [(number, Pin(number, Pin.IN, Pin.PULL_UP)) for number in numbers]
    mask = sum([1 << number for number in numbers])
    began = time.ticks_us()
    first = last = low_pins(pins) & mask
    seen: list = []
    while time.ticks_diff(time.ticks_us(), began) < 1000 * ms and len(seen) < MOST_CHANGES:
        low = low_pins(pins) & mask
        if low != last:
            seen.append([time.ticks_diff(time.ticks_us(), began), low])
            last = low
    tell({"low": first, "changes": seen})


def frame_displays():
    """Draw a frame along the sides of each display that answers; their numbers."""
    there = []
    for number in (0, 1):
        if hal.find_display(number):
            there.append(number)
            hal.set_display(number, 128)
            for page in range(8):
                side = 0x01 if page == 0 else 0x80 if page == 7 else 0
                for column in range(0, 128, 16):
                    dots = bytearray([side] * 16)
                    if column == 0:
                        dots[0] = 0xFF
                    if column == 112:
                        dots[15] = 0xFF
                    hal.draw_display(number, page, column, dots)
    tell(there)


def open_voice():
    """Take hold of the sound module: how many files it tells (-1: none), whether its busy line has a pin; else null."""
    global module
    if not hal.voice:
        tell(None)
        return
    module = hal.open_voice(time.ticks_ms())
    module.set_volume(VOLUME)
    while not module.is_idle():
        module.tick(time.ticks_ms())
        time.sleep_ms(2)
    tell({"files": module.files, "busy_pin": module.busy_line is not None})


def says_busy():
    return module.busy_line is not None and not module.busy_line()


def hear(clip, ms):
    """Play a clip, and within `ms` of its command: [milliseconds, busy] at each change, [.., command, number] told."""
    told: list = []
    changes: list = []
    understand = module.understand

    def note(at):
        reply = module.reply
        told.append([time.ticks_diff(at, began), reply[3], (reply[5] << 8) | reply[6]])
        understand(at)

    busy = before = says_busy()
    # It cuts the one before, whose end may never be told.
    module.replace(array("H", [clip]), 1)
    began = time.ticks_ms()
    while module.playing < 0:
        began = time.ticks_ms()
        module.tick(began)
        time.sleep_ms(1)
    module.understand = note
    at = began
    while time.ticks_diff(at, began) < ms:
        at = time.ticks_ms()
        if says_busy() != busy:
            busy = not busy
            changes.append([time.ticks_diff(at, began), busy])
        module.tick(at)
        time.sleep_ms(1)
    module.understand = understand
    tell({"busy": before, "changes": changes, "told": told})


def join():
    """Begin to join the Wi-Fi that the board knows; whether it knows one, and has a radio."""
    global network, left_at
    from firmware.board import NetworkLoader  # type: ignore[attr-defined]

    fields = NetworkLoader(hal, None, None, None, None).read_fields()
    left_at = time.ticks_ms()  # type: ignore[assignment]
    network = hal.open_network(fields["ssid"], fields["password"]) if fields else None
    tell({"known": bool(fields), "radio": network is not None})


def drop():
    """Leave the network, as if its link were lost."""
    global left_at
    left_at = time.ticks_ms()  # type: ignore[assignment]
    network.close()
    await_state(lambda state: state != "joined", DROP_MS)


def await_joined(ms):
    await_state(lambda state: state == "joined", ms)


def await_state(wanted, ms):
    """Keep the network up until its state is wanted, at most `ms`: the state, and how long it was down."""
    began = time.ticks_ms()
    while not wanted(network.state) and time.ticks_diff(time.ticks_ms(), began) < ms:
        network.tick(time.ticks_ms())
        time.sleep_ms(10)
    tell({"state": network.state, "ms": time.ticks_diff(time.ticks_ms(), left_at)})


def now() -> int:
    return time.ticks_ms() if made_up < 0 else made_up  # type: ignore[return-value]


def step():
    """The watchdog is fed by its timer meanwhile."""
    board.step(now())


def make_up_time():
    """From now on the board's time is made up, until another is loaded: it never goes back."""
    global made_up
    if made_up < 0:
        made_up = now()


def run(ms):
    """Let `ms` pass, or make up that they do."""
    global made_up
    if made_up >= 0:
        for _ in range(0, ms, STEP_MS):
            made_up = time.ticks_add(made_up, STEP_MS)  # type: ignore[type-var]
            step()
        return
    began = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), began) < ms:
        step()
        hal.rest()


def turn(key):
    """An edge and a level, as a key would give them that goes down, or up."""
    global down
    down ^= 1 << key
    hal.edges.note(key, down & 1 << key != 0, now())


def press(key):
    turn(key)
    run(PRESS_MS)
    turn(key)
    run(PRESS_MS)


def agree():
    """Two teams hold a key."""
    for ms in (AGREED_MS, PRESS_MS):
        for key in PEGGED:
            turn(key)
        run(ms)


def heap_taken():
    """Bytes that the steps of a count take: pegged it would open a segment now and then, which may take memory."""
    for key in (0, 3):
        press(key)
    gc.collect()
    gc.disable()
    # A virtual board's first wait after a line at the prompt takes 16 bytes, whatever the firmware does.
    hal.rest()
    before = gc.mem_alloc()
    press(0)
    press(3)
    taken = gc.mem_alloc() - before
    gc.enable()
    tell(taken)


def move(team):
    """A team pegs eight holes."""
    for key in (2, 1, 0):
        press(4 * team + key)
    press(OK)
    tell(True)


def key_us():
    """From a key to the last bit that shows it: what the board itself has measured."""
    tell(json.loads(ask('{"id":6,"do":"status"}')[0])["key_us"])


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


def play():
    """Play and sign a game, in time that is made up; the largest block of heap that is left then."""
    make_up_time()
    match = board.match
    finished = match.finished
    for number in range(1, LAST_MOVE + 1):
        for key in (2, 2, 0):
            press(PEGGED[number & 1] + key)
        press(OK)
    # Whoever has lost agrees.
    agree()
    run(3000)
    press(OK)
    press(OK)
    gc.collect()
    tell({"largest": largest(), "faults": board.journal.faults(), "games": match.finished - finished})


def largest():
    """The largest block of heap that can be had; looked for up to as much as a Pico has."""
    low, high = 0, min(gc.mem_free(), MOST_HEAP)
    while high - low > 64:
        middle = (low + high) // 2
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
        gc.collect()
    return low


def cut(ms):
    """Peg hole by hole until the watchdog resets the board, and keep how many holes stand after each move."""
    from machine import WDT

    from firmware.runner import watchdog  # type: ignore[attr-defined]

    watchdog.guard()
    # The firmware that starts then is not to take it for a fault of its own.
    watchdog.kept.clear()
    make_up_time()
    # Not fed: it bites whatever the processor does.
    dog = WDT(timeout=ms)
    front = board.match.game.front
    while dog:
        keep(sum(front))
        time.sleep_ms(1)
        press(PEGGED[front[1] < front[0]])
        press(OK)


def keep(holes):
    """Keep a number where a reset leaves it: a word of the watchdog's that the firmware does not use; else say it."""
    if SCRATCH:
        mem32[SCRATCH] = holes
    else:
        print(holes)


def stands():
    """What a board found on FLASH after a cut; begun anew where the game is nearly over."""
    load()
    front = list(board.match.game.front)[:2]
    damage, faults = len(board.journal.notes()), board.journal.faults()
    if max(front) > 60:
        anew()
    tell({"front": front, "kept": mem32[SCRATCH] if SCRATCH else -1, "damage": damage, "faults": faults})


def flash_times(times):
    """Milliseconds of erases, microseconds of page programs of the flash chip itself, within a block of a file here."""
    path, mark = FOLDER + "/block", os.urandom(16)
    with open(path, "wb") as file:
        file.write(mark * (BLOCK // len(mark)))
    chip = rp2.Flash()
    found = bytearray(len(mark))
    erases, programs, wrong = [], [], 0
    for number in range(chip.ioctl(4, 0)):
        chip.readblocks(number, found, 0)
        if found == mark:
            break
    else:
        raise ValueError("no block of that file")
    page, back = os.urandom(PAGE), bytearray(PAGE)
    for _ in range(times):
        began = time.ticks_us()
        chip.ioctl(6, number)
        erases.append(time.ticks_diff(time.ticks_us(), began) / 1000)
        for at in range(0, BLOCK, PAGE):
            chip.readblocks(number, back, at)
            wrong += back != b"\xff" * PAGE
            began = time.ticks_us()
            chip.writeblocks(number, page, at)
            programs.append(time.ticks_diff(time.ticks_us(), began))
            chip.readblocks(number, back, at)
            wrong += back != page
    os.remove(path)
    tell({"erases_ms": erases, "programs_us": programs, "wrong": wrong})


def wave(track, byte, words):
    """Levels of a strip's pin as the strip is sent frames of that byte, 32 in a word of hex, and how many a second."""
    from machine import Pin, freq

    while hal.busy():
        hal.rest()
    frames = [bytearray([byte] * (3 * hal.leds)) for _ in range(hal.tracks)]
    levels = array("I", bytes(4 * words))
    # The firmware's sampler has the last of the second block, a radio the first.
    machine = rp2.StateMachine(6, sampled, freq=freq(), in_base=Pin(hal.kind["pins"]["led_data"][track]))
    dma = rp2.DMA()
    dma.config(
        read=machine,
        write=levels,
        count=words,
        ctrl=dma.pack_ctrl(inc_read=False, treq_sel=14),
        trigger=True,
    )
    machine.active(1)
    hal.show(frames, [hal.leds] * hal.tracks)
    run(20)
    taken = not dma.active()
    dma.active(0)
    dma.close()
    machine.active(0)
    tell({"hz": freq(), "words": [f"{word:08x}" for word in levels] if taken else []})
