"""The rungs of `cribboard prove` for what is connected to a Pico: strips, keys, displays."""

from firmware.entry.key_names import key_name
from firmware.hardware_config import key_pins
from firmware.interpreter import TYPE_CHECKING

from .figures import entry
from .proof_steps import value_of

if TYPE_CHECKING:
    from .proof_steps import Entries, Steps

_TEAMS = "ABCD"
PRESSES = 5
"""So often each key is wanted."""
_LOOKS = 60
_LOOK_MS = 4000
"""Four minutes in all; what is missing then is a silent key."""
_APART_US = 150_000
"""Edges of a key that come so long after its first are another press or release: it is held for longer."""


def strip(script: str, seed: int) -> "Steps":
    """Prove strips: their supply, and each LED, which a person sees."""
    found: Entries = {}
    yield "run", script
    told = yield from value_of("equip()")
    rail = yield from value_of("rail()")
    if rail["mv"] >= 0:
        found["rail_mv"] = entry("rail_mv", rail["mv"])
        found["rail_rise_ms"] = entry("rail_rise_ms", rail["rise_ms"])
    dark = []
    overloads = 0
    for track in range(told["tracks"]):
        first = yield from _first_dark(track, told["leds"])
        overloads += yield from value_of("overloaded()")
        if first:
            dark.append(f"{_TEAMS[track]} {first}")
    yield from value_of("dark()")
    found["overloads"] = entry("overloads", overloads)
    found["dark_leds"] = entry("dark_leds", len(dark), which=", ".join(dark))
    return found


def _first_dark(track: int, leds: int) -> "Steps":
    """Return the number of a strip's first LED that is dark or of another colour, from its data end; 0: all are lit."""
    low, high = 0, leds
    count = leds
    while True:
        yield from value_of(f"light({track}, {count})")
        lit = yield "ask", ["captain.prove.ask.lit", {"team": _TEAMS[track], "count": count}]
        if lit and count == leds:
            return 0
        low, high = (count, high) if lit else (low, count)
        if high - low == 1:
            return high
        count = (low + high) // 2


def keys(script: str, seed: int) -> "Steps":
    """Prove keys: for how long and how often each contact bounces, as a person presses it."""
    yield "run", script
    told = yield from value_of("equip()")
    pins = key_pins(told["pins"], told["tracks"])
    moves: dict = {key: [] for key in pins}
    for look in range(_LOOKS):
        missing = [key_name(key) for key in sorted(moves) if len(moves[key]) < 2 * PRESSES]
        if not missing:
            break
        yield "tell", look, _LOOKS
        yield "say", ["captain.prove.say.keys", {"count": PRESSES, "keys": " ".join(missing)}]
        seen = yield from value_of(f"watch({sorted(pins.values())}, {_LOOK_MS})")
        for key, pin in pins.items():
            moves[key] += key_moves(seen["changes"], pin, (seen["low"] >> pin) & 1)
    return _bounce_figures(moves)


def key_moves(seen: list, pin: int, level: int) -> list:
    """Return [microseconds from first to last edge, edges] of each press and release of a pin.

    `seen`: [microseconds, mask of the pins that are low] at each change; `level`: 1 if the pin was low before.
    """
    moves: list = []
    began = 0
    for us, low in seen:
        if (low >> pin) & 1 == level:
            continue
        level ^= 1
        if not moves or us - began > _APART_US:
            began = us
            moves.append([0, 0])
        moves[-1] = [us - began, moves[-1][1] + 1]
    return moves


def _bounce_figures(moves: dict) -> "Entries":
    silent = [key_name(key) for key in sorted(moves) if not moves[key]]
    # Of (microseconds, edges, key) the largest.
    longest = max([(us, key) for key in moves for us, _ in moves[key]] or [(0, -1)])
    most = max([(edges, key) for key in moves for _, edges in moves[key]] or [(1, -1)])
    bounce_ms = -(-longest[0] // 1000)
    return {
        "silent_keys": entry("silent_keys", len(silent), which=" ".join(silent)),
        "bounce_ms_longest": entry("bounce_ms_longest", bounce_ms, which=key_name(longest[1]) if bounce_ms else ""),
        "bounces_most": entry("bounces_most", most[0] - 1, which=key_name(most[1]) if most[0] > 1 else ""),
        # Half as much again as was seen, within what can be set.
        "debounce_ms": entry("debounce_ms", max(5, bounce_ms * 3 // 2 + 2)),
    }


def displays(script: str, seed: int) -> "Steps":
    """Prove displays: which answer, and whether a frame on each is whole, as a person sees it."""
    yield "run", script
    yield from value_of("equip()")
    there = yield from value_of("frame_displays()")
    wrong = []
    for number in there:
        whole = yield "ask", ["captain.prove.ask.frame", {"number": number + 1}]
        if not whole:
            wrong.append(str(number + 1))
    return {
        "displays": entry("displays", len(there)),
        "wrong_displays": entry("wrong_displays", len(wrong), which=" ".join(wrong)),
    }
