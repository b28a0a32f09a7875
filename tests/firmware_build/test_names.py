"""The firmware's names fit into the pools that MicroPython has taken for them: the next one would take 7.7 kB."""

from functools import cache
from pathlib import PurePosixPath

from host_tools.firmware_build.module_joiner import board_sources
from host_tools.firmware_build.mpy_compiler import compile_mpy
from host_tools.firmware_build.sources import START, read_start_file

ROOM = sum(10 << n for n in range(1, 7))
"""Names in MicroPython's first six pools: its own has MICROPY_ALLOC_QSTR_ENTRIES_INIT, 10, for `alloc`, and each has
twice as many as the one before (`qstr_add` in py/qstr.c)."""
OTHERS = 10
"""Names that come up on a board of four tracks without being in a file: the letters of teams, parts of paths."""
LOADED = (
    "firmware/runner.py",
    "firmware/hal/__init__.py",
    "firmware/hal/rp2.py",
    "firmware/board.py",
    "firmware/rules/decisions.py",
    "firmware/faults.py",
    "firmware/sentences.py",
    "firmware/entry/judge_menu.py",
    "firmware/link/dispatch.py",
)
"""What every board has loaded a second after its start. Displays, voice and network take the next pool."""
BUILT_IN = frozenset(
    """
    .frozen 1.0.0 <dictcomp> <genexpr> <lambda> <listcomp> ADC DMA Flash H I2C IN IOBase IRQ_FALLING IRQ_RISING
    JOIN_RX JOIN_TX OUT OUT_LOW PERIODIC PIO POLLIN POLLOUT PULL_UP PWM Pin SHIFT_LEFT StateMachine StringIO
    Timer UART WDT __dict__ __import__ __init__ _serve active add addressof alloc_emergency_exception_buf array
    asm_pio autopull autopush binascii board buf buffer busy callback chdir choice code collect compile config
    ctrl data decode default deinit digest dumps duty_u16 encode enumerate event feed fifo_join file floor flush
    freq fromhex function gc getcwd getvalue hard hashlib heap_lock heap_unlock hex hexlify high i idle ilistdir
    implementation in_ in_base in_shiftdir inc_read inc_write init io ioctl ipoll irq jmp json kbd_intr label
    line listdir load loads locked low machine match max mem32 mem_alloc mem_free memoryview message min mkdir
    mode modules mount n name nop not_x null off on os out out_shiftdir pack pack_ctrl path period phase pin
    pins platform poll port print_exception property ptr16 ptr32 ptr8 pull_thresh push_thresh rb read_u16
    readfrom_into readonly register registers release rename reset restart reversed ring_sel ring_size rmdir rp2
    run rx rxbuf s scan scl sda seek select sha256 side sideset_base sideset_init single size sleep_ms stack_use
    stat state status stdin stdout struct sys tell text ticks_diff ticks_ms ticks_us time timeout treq_sel
    trigger tx txbuf uctypes umount uname unique_id unpack unpack_from v version viper wait waiting wrap
    wrap_target writeto x
    """.split()
)
"""Those of the firmware's names that MicroPython 1.28 for the Pico has itself, where mpy-cross does not say so."""


def test_names_fit_into_the_pools():
    names = set().union(*(names_in(path) for path in LOADED))
    for name in START:
        names |= names_of(compile_mpy(name, read_start_file(name).decode(), "armv6m"))
    new = names - BUILT_IN
    assert len(new) + OTHERS <= ROOM, (
        "use fewer names, or those of other classes; a name that MicroPython has goes into BUILT_IN"
    )


def names_in(path: str) -> set[str]:
    """The names that loading a file brings: in it, and of it."""
    module = PurePosixPath(path).with_suffix("")
    of_it = {str(part).replace("/", ".") for part in (module, *module.parents[:-1])}
    return {*names_of(compile_mpy(path, files()[path], "armv6m")), f"{module}.mpy", module.name, *of_it}


@cache
def files() -> dict[str, str]:
    return board_sources("rp2", native=True)


def names_of(mpy: bytes) -> set[str]:
    """The names in a compiled file but those that every MicroPython has, which stand in it as numbers.

    After four bytes: how many names, how many objects; then each name with its length, whose last bit marks a number
    (`load_qstr` in py/persistentcode.c).
    """
    place = 4

    def number() -> int:
        nonlocal place
        value = 0
        while True:
            byte = mpy[place]
            place += 1
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value

    count, _ = number(), number()
    names = set()
    for _ in range(count):
        length = number()
        if not length & 1:
            names.add(mpy[place : place + (length >> 1)].decode())
            place += (length >> 1) + 1
    return names
