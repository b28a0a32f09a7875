"""Checks the file of a kind of board (`boards`): what it has to say, and whether its machine can have its pins.

Loaded where hardware.json has such a file: a board of the usual kind needs none.
"""

from .boards.carrier import BOARD
from .hardware_config import HARDWARE_FIELDS, SUPPLIES_MA, check_field, check_number, most_tracks
from .interpreter import const
from .messages import CodedError

_HIGHEST_GPIO = const(29)
_LISTS = {"led_data": 0, "keys_a": 4, "keys_b": 4, "keys_c": 4, "keys_d": 4}
"""How many pins these are; of `led_data`, at least one for each track."""
_WANTED = ("revision", "platform", "pins")
_PINS_WANTED = ("led_data", "keys_a", "keys_b", "ok", "menu")
_AS_KEYS = ("rail_sense", "voice_tx", "voice_rx", "voice_busy", "battery")
"""These may be keys of the third and fourth team too: on a board that has both, the keys have them."""
_PINS = _PINS_WANTED + ("keys_c", "keys_d", "led_rail", "buzzer", "sda", "scl") + _AS_KEYS
_NAME = "abcdefghijklmnopqrstuvwxyz0123456789-_"
_LONGEST_NAME = const(20)
_RP2 = "rp2"
_VIRTUAL = "webassembly"
"""The platform of a virtual board, which stands in for any."""
_CYCLE_NS = const(50)
_MOST_CYCLES = const(16)
"""Of a part of a bit: the PIO program's instructions can wait no longer."""


def check_board(kind, platform: str = "") -> None:
    """Raise CodedError, naming field or pin, unless `kind` is a whole and valid file of a kind of board, made for
    machines of `platform` ("": any).
    """
    _check_fields("", kind, _WANTED, BOARD)
    for field in ("revision", "platform", "network"):
        _check_name(field, kind.get(field, ""), field == "network")
    for field in kind:
        if field in HARDWARE_FIELDS:
            check_field(field, kind[field])
    if platform not in ("", _VIRTUAL, kind["platform"]):
        raise CodedError("other-platform", revision=kind["revision"], wanted=kind["platform"], platform=platform)
    check_number("rail_ms", kind.get("rail_ms", 0), 0, 5000)
    check_number("led_reset_us", kind.get("led_reset_us", 50), 50, 2000)
    check_number("expander", kind.get("expander", 0), 0, 0x77)
    for ma in _numbers("ports_ma", kind.get("ports_ma", (500, 500, 500)), 3):
        check_number("ports_ma", ma, SUPPLIES_MA[0], SUPPLIES_MA[1])
    if "led_ns" in kind:
        _check_timing(kind["led_ns"])
    pins = kind["pins"]
    _check_fields("pins.", pins, _PINS_WANTED + (("keys_c",) if "keys_d" in pins else ()), _PINS)
    _check_pins(pins)
    if kind["platform"] == _RP2:
        _check_rp2(pins)


def _check_fields(place: str, table, wanted, known) -> None:
    """Check that a table, at `place`, has the fields that are wanted, and none that is not known."""
    if not isinstance(table, dict):
        raise CodedError("bad-board")
    for field in wanted:
        if field not in table:
            raise CodedError("field-missing", field=place + field)
    for field in table:
        if field not in known:
            raise CodedError("unknown-field", field=place + field, known=" ".join(sorted(known)))


def _check_name(field: str, value, may_be_none: bool) -> None:
    good = isinstance(value, str) and len(value) <= _LONGEST_NAME and not value.strip(_NAME)
    if not good or not (value or may_be_none):
        raise CodedError("bad-name", field=field, longest=_LONGEST_NAME)


def _numbers(field: str, values, count: int):
    """Return a list of `count` values (0: of any number but none). Raises CodedError."""
    if not isinstance(values, (list, tuple)) or not values or count and len(values) != count:
        raise CodedError("bad-list", field=field, count=count or 4)
    return values


def _check_timing(led_ns) -> None:
    """Check how long a nought is high and low, then a one: what the PIO program can make."""
    for ns in _numbers("led_ns", led_ns, 4):
        check_number("led_ns", ns, _CYCLE_NS, 2 * _MOST_CYCLES * _CYCLE_NS)
        if ns % _CYCLE_NS:
            raise CodedError("bad-timing", step=_CYCLE_NS, most=_MOST_CYCLES * _CYCLE_NS)
    for part in (led_ns[0], led_ns[2] - led_ns[0], led_ns[3], led_ns[1] - led_ns[3]):
        if not _CYCLE_NS <= part <= _MOST_CYCLES * _CYCLE_NS:
            raise CodedError("bad-timing", step=_CYCLE_NS, most=_MOST_CYCLES * _CYCLE_NS)


def _check_pins(pins: dict) -> None:
    """Check that each pin is a number, and nobody else's."""
    users: dict = {}
    # In this order: what may share a pin is last.
    for name in _PINS:
        if name in pins:
            row = _numbers("pins." + name, pins[name], _LISTS[name]) if name in _LISTS else (pins[name],)
            for gpio in row:
                check_number("pins." + name, gpio, 0, _HIGHEST_GPIO)
                _check_user(users, name, gpio)


def _check_user(users: dict, name: str, gpio: int) -> None:
    """Note that `name` uses a pin. Raises CodedError if another does that is not laid down for another board."""
    other = users.get(gpio)
    keys_too = name in _AS_KEYS and other in ("keys_c", "keys_d")
    # Without a busy line the voice works too.
    either = (name, other) == ("battery", "voice_busy")
    if other is not None and not keys_too and not either:
        raise CodedError("pin-taken", pin=name, gpio=gpio, other=other)
    users[gpio] = name


def _check_rp2(pins: dict) -> None:
    """Check which pins of an RP2040 or RP2350 can measure, and have I²C and a serial port (data sheet, 1.4.3)."""
    tracks = most_tracks(pins)
    if len(pins["led_data"]) < tracks:
        raise CodedError("bad-list", field="pins.led_data", count=tracks)
    for name in ("rail_sense", "battery"):
        if name in pins and pins[name] < 26:
            raise CodedError("pin-cannot", pin=name, gpio=pins[name], can="26 27 28 29")
    _check_pair(pins, "sda", "scl", 2, lambda gpio: gpio // 2 % 2)
    _check_pair(pins, "voice_tx", "voice_rx", 4, lambda gpio: (gpio + 4) // 8 % 2)


def _check_pair(pins: dict, first: str, second: str, step: int, controller) -> None:
    """Check two pins of one `controller` (a function of the GPIO): the first a multiple of `step`, the other next to
    one."""
    if first not in pins and second not in pins:
        return
    for name in (first, second):
        if name not in pins:
            raise CodedError("field-missing", field="pins." + name)
    firsts = range(0, _HIGHEST_GPIO + 1, step)
    seconds = [gpio + 1 for gpio in firsts if controller(gpio) == controller(pins[first])]
    for name, able in ((first, firsts), (second, seconds)):
        if pins[name] not in able:
            raise CodedError("pin-cannot", pin=name, gpio=pins[name], can=" ".join([str(gpio) for gpio in able]))
