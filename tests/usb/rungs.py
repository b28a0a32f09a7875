"""Climbs a rung of `cribboard prove` on whatever does its steps."""

from host_tools.usb.sans_io.figures import excess
from host_tools.usb.sans_io.proof import RUNGS

STRIP = {"rail_mv", "rail_rise_ms", "overloads", "dark_leds"}
KEYS = {"silent_keys", "bounce_ms_longest", "bounces_most", "debounce_ms"}
DISPLAYS = {"displays", "wrong_displays"}
VOICE = {
    "silent_modules", "busy_stuck", "busy_clips", "voice_begin_ms", "end_beside_busy_ms", "untold_ends",
    "repeated_ends", "renamed_ends", "card_end_ms", "number_end_ms", "repeat_ms",
}  # fmt: skip
NETWORK = {"failed_joins", "join_ms", "rejoin_ms", "lost_brokers", "outage_seen_ms", "broker_back_ms"}
BOARD = {"readings", "wrong_readings", "wrong_tests", "battery_mv"}
"""The figures that each rung but the first writes."""


def climb(board, rung):
    """The figures of a rung; `board.act` does its steps."""
    steps = RUNGS[rung]("script", 7)
    answer = None
    try:
        while True:
            answer = board.act(steps.send(answer))
    except StopIteration as end:
        return end.value


def named(found):
    """By how much each figure is beyond its limits, and the part that it is of, where that is told."""
    return {name: (excess(entry), entry["which"]) for name, entry in found.items() if excess(entry)}
