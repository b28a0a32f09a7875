"""What `cribboard prove` measures: each figure's unit, what our model says, its limits, and where that is assumed."""

from collections import namedtuple

from firmware.interpreter import TYPE_CHECKING
from firmware.sound_module import AGAIN_MS, BUSY_LATE_MS, CARD_MS, NUMBER_MS, SHORTEST_MS, STARTING_MS

if TYPE_CHECKING:
    from typing import Any

    from .problem import Message

MODEL_MARGIN = 0.25
"""By so much the model may be off: an interpreter's times move with the binary's layout and the flash cache."""
_TARGETS = ".github/site/figures.md"
_WAVE = "firmware/boards/carrier.py"
_VOICE = "firmware/sound_module.py"
_WIFI = "firmware/hal/networks/wifi.py"
_BROKER = "firmware/net/connection.py"
_WAVE_NS = 20
"""A level is sampled every 5 ns, on a Pico 2 every 7; the narrowest window of any LED's data sheet is 80 wide
(hardware/DESIGN.md)."""


class Figure(namedtuple("Figure", ("unit", "model", "low", "high", "place"))):
    """`model`: what the emulated Pico, the board's file or a data sheet say; `low`, `high`: what is relied on, both
    included. `place`: the file that holds the assumption. None: nothing is known, or nothing is relied on.
    """

    unit: str
    model: "float | None"
    low: "float | None"
    high: "float | None"
    place: str


FIGURES = {
    "start_ms": Figure("ms", 480, None, 950, _TARGETS),
    "step_us_median": Figure("us", None, None, 1500, _TARGETS),
    "step_us_p99": Figure("us", None, None, 15000, _TARGETS),
    "key_us_median": Figure("us", 3700, None, 7000, _TARGETS),
    "key_us_p99": Figure("us", 5100, None, 12000, _TARGETS),
    "answer_ms_median": Figure("ms", None, None, 100, "host_tools/usb/protocol_client.py"),
    "answer_ms_longest": Figure("ms", None, None, 1000, "host_tools/usb/protocol_client.py"),
    "heap_taken": Figure("bytes", 0, None, 0, _TARGETS),
    "unfinished_games": Figure("games", 0, None, 0, _TARGETS),
    # The target is 32 kB; the code that measures takes 20 of them.
    "heap_largest": Figure("bytes", 23800, 12000, None, _TARGETS),
    "erase_ms_median": Figure("ms", 45, None, 120, ".github/site/why.md"),
    "erase_ms_longest": Figure("ms", 45, None, 400, "firmware/hal/key_sampler.py"),
    "program_us_median": Figure("us", 680, None, 1500, _TARGETS),
    "program_us_longest": Figure("us", 720, None, 3000, _TARGETS),
    "flash_wrong": Figure("pages", 0, None, 0, "firmware/journal/README.md"),
    "nought_high_ns": Figure("ns", 350, None, None, _WAVE),
    "nought_low_ns": Figure("ns", 900, None, None, _WAVE),
    "one_high_ns": Figure("ns", 750, None, None, _WAVE),
    "one_low_ns": Figure("ns", 600, None, None, _WAVE),
    "silent_strips": Figure("strips", 0, None, 0, _WAVE),
    "rail_mv": Figure("mV", 5000, 4400, 5250, "firmware/config.py"),
    "rail_rise_ms": Figure("ms", 150, None, 700, _WAVE),
    "overloads": Figure("overloads", 0, None, 0, "hardware/params.toml"),
    "dark_leds": Figure("strips", 0, None, 0, "hardware/ASSEMBLY.md"),
    "silent_keys": Figure("keys", 0, None, 0, "hardware/ASSEMBLY.md"),
    "bounce_ms_longest": Figure("ms", None, None, 27, _WAVE),
    "bounces_most": Figure("bounces", None, None, None, "firmware/entry/debounce.py"),
    "debounce_ms": Figure("ms", None, None, 60, "firmware/hardware_config.py"),
    "displays": Figure("displays", None, 1, None, "firmware/hal/i2c.py"),
    "wrong_displays": Figure("displays", 0, None, 0, "firmware/hal/i2c.py"),
    "silent_modules": Figure("modules", 0, None, 0, _VOICE),
    "busy_stuck": Figure("clips", 0, None, 0, _VOICE),
    "busy_clips": Figure("clips", 4, None, None, _VOICE),
    "voice_begin_ms": Figure("ms", 100, None, BUSY_LATE_MS, _VOICE),
    "end_beside_busy_ms": Figure("ms", 0, None, None, _VOICE),
    "untold_ends": Figure("clips", 0, None, 0, _VOICE),
    "repeated_ends": Figure("clips", 4, None, None, _VOICE),
    "renamed_ends": Figure("clips", 0, None, None, _VOICE),
    "card_end_ms": Figure("ms", None, CARD_MS, None, _VOICE),
    "number_end_ms": Figure("ms", None, SHORTEST_MS, NUMBER_MS + STARTING_MS, _VOICE),
    "repeat_ms": Figure("ms", 30, None, AGAIN_MS, _VOICE),
    "failed_joins": Figure("joins", 0, None, 0, _WIFI),
    "join_ms": Figure("ms", None, None, 15000, _WIFI),
    "rejoin_ms": Figure("ms", None, None, 20000, _WIFI),
    "lost_brokers": Figure("brokers", 0, None, 0, _BROKER),
    "outage_seen_ms": Figure("ms", None, None, 13500, _BROKER),
    "broker_back_ms": Figure("ms", None, None, 22000, _BROKER),
    "readings": Figure("readings", None, 1, None, "hardware/ASSEMBLY.md"),
    "wrong_readings": Figure("readings", 0, None, 0, "hardware/ASSEMBLY.md"),
    "wrong_tests": Figure("tests", 0, None, 0, "hardware/ASSEMBLY.md"),
    "battery_mv": Figure("mV", None, 3000, 4250, "host_tools/hardware/bring_up.py"),
    "cuts": Figure("cuts", None, 1, None, "firmware/hal/watchdog.py"),
    "cuts_without_return": Figure("cuts", 0, None, 0, "firmware/hal/watchdog.py"),
    "wrong_pegs": Figure("cuts", 0, None, 0, "firmware/journal/README.md"),
    "damaged_journals": Figure("cuts", 0, None, 0, "firmware/journal/README.md"),
    "failed_writes": Figure("writes", 0, None, 0, "firmware/journal/README.md"),
}
"""By name. Waves have limits of their own: what the board's own file says, and _WAVE_NS beside it."""
WAVES = ("nought_high_ns", "nought_low_ns", "one_high_ns", "one_low_ns")
"""In the order of `led_ns` of a board's file."""


def entry(name: str, value: float, model: "float | None" = None, which: str = "") -> "dict[str, Any]":
    """Return a figure as a proof has it: the measured value beside model and limits.

    `model`: that of this board's own file, in place of the table's, for a wave form; its limits follow from it.
    `which`: the part that the value is of, such as a key.
    """
    figure = FIGURES[name]
    low, high = figure.low, figure.high
    if model is not None:
        low, high = model - _WAVE_NS, model + _WAVE_NS
    else:
        model = figure.model
    found = {"value": value, "unit": figure.unit, "model": model, "low": low, "high": high}
    found.update({"place": figure.place, "which": which})
    return found


def excess(found: "dict[str, Any]") -> float:
    """Return by how much an entry's value is above its highest (positive) or below its lowest (negative); 0: within."""
    value, low, high = found["value"], found["low"], found["high"]
    if high is not None and value > high:
        return value - high
    if low is not None and value < low:
        return value - low
    return 0


def model_is_off(found: "dict[str, Any]") -> bool:
    """Return whether an entry's value differs from the model's by more than that may be off."""
    model = found["model"]
    return bool(model) and abs(found["value"] - model) > MODEL_MARGIN * model


def figure_message(name: str, found: "dict[str, Any]") -> "Message":
    """Return what an entry is of: `longest bounce of a key (B+2)`."""
    figure = [f"captain.prove.figure.{name}", {}]
    if not found["which"]:
        return figure
    return ["captain.prove.of", {"figure": figure, "which": found["which"]}]


def number(value: "float | None", unit: str = "") -> str:
    """Return a value with its unit as text; "" for none."""
    return "" if value is None else f"{value:g} {unit}".strip()


def limits(found: "dict[str, Any]") -> str:
    """Return the limits of an entry as text; "" for none."""
    low, high = number(found["low"]), number(found["high"])
    return f"{low} – {high}" if low and high else f"≥ {low}" if low else f"≤ {high}" if high else ""


def verdict_message(name: str, found: "dict[str, Any]") -> "Message | None":
    """Return what an entry shows to be wrong: a limit that is relied on, else the model alone; None for nothing."""
    unit = found["unit"]
    values = {"figure": figure_message(name, found), "value": number(found["value"], unit), "place": found["place"]}
    over = excess(found)
    if over:
        values.update({"limit": limits(found), "by": number(abs(over), unit)})
        return ["captain.prove.above" if over > 0 else "captain.prove.below", values]
    if model_is_off(found):
        share = 100 * (found["value"] / found["model"] - 1)
        values.update({"model": number(found["model"], unit), "by": f"{share:+.0f}"})
        return ["captain.prove.model_off", values]
    return None
