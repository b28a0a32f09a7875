"""The rung *board* of `cribboard prove`: a meter's readings and the tests of Bring-up, but for what is known."""

from firmware.interpreter import TYPE_CHECKING

from .figures import entry
from .part_rungs import displays, keys, strip
from .voice_rung import voice

if TYPE_CHECKING:
    from .problem import Message
    from .proof_steps import Steps

_PARTS = {"strip": strip, "keys": keys, "displays": displays, "voice": voice}
_PART_OF = {"track": "strip", "key": "keys", "keys": "keys", "display": "displays", "module": "voice"}
"""By kind of test the rung that shows the same, and more."""
_VOLTAGES = ("rail_mv", "battery_mv")
"""Tests that the board answers for itself; the rung *strip* measures the first."""


def board(script: str, seed: int) -> "Steps":
    """Prove a whole board: nothing that a rung, or Bring-up on the captain's page, has shown is asked again.

    What a person does comes first, as the board may lose its cable meanwhile. Raises Problem as the rungs of its parts.
    """
    known = yield ("bring_up",)
    otherwise = yield from _readings_otherwise(known["readings"])
    wrong = yield from _failed_tests(known)
    while not (yield "ask", ["captain.prove.ask.together", {}]):
        pass
    parts = _parts_not_shown(known)
    found = {
        "readings": entry("readings", len(known["readings"]), which=known["build"]),
        "wrong_readings": entry("wrong_readings", len(otherwise), which=", ".join(otherwise)),
    }
    for name in _VOLTAGES:
        measured = name == "rail_mv" and ("strip" in known["rungs"] or "strip" in parts)
        if name in _unseen(known) and not measured:
            mv = yield from _voltage(name)
            if mv < 0:
                wrong.append(name)
            else:
                found[name] = entry(name, mv)
    found["wrong_tests"] = entry("wrong_tests", len(wrong), which=", ".join(wrong))
    for part in parts:
        found.update((yield from _PARTS[part](script, seed)))
        yield "run", "unload()"
    return found


def _unseen(known: dict) -> list:
    """Return the names of the tests of which nothing has been seen."""
    return [name for name, _, _ in known["tests"] if name not in known["seen"]]


def _parts_not_shown(known: dict) -> list:
    """Return the rungs of parts that are left to climb."""
    parts = [_PART_OF.get(_kind(name)) for name in _unseen(known)]
    return [part for part in _PARTS if part in parts and part not in known["rungs"]]


def _failed_tests(known: dict) -> "Steps":
    """Ask for the tests that nothing else shows; return the names of those that fail, seen ones included."""
    failed = []
    for name, right, _ in known["tests"]:
        if name in known["seen"]:
            passed = known["seen"][name] == right
        elif name == "answers" or name in _VOLTAGES or _kind(name) in _PART_OF:
            continue
        else:
            passed = yield "ask", ["captain.prove.ask.test", {"ask": _ask(name), "right": _seen(name, right)}]
        if not passed:
            failed.append(name)
    return failed


def _kind(name: str) -> str:
    return name.split(" ")[0]


def _voltage(name: str) -> "Steps":
    """Return what the board tells of one of _VOLTAGES; -1: it does not."""
    [[told], _] = yield "request", "selftest" if name == "rail_mv" else "status"
    return told.get(name, -1) if name == "rail_mv" else told.get("battery", {}).get("mv", -1)


def _readings_otherwise(readings: list) -> "Steps":
    """Ask for readings group by group, and where one is wrong line by line; return the places of those."""
    otherwise = []
    groups = []
    for group, _, _, _, _, _ in readings:
        if group not in groups:
            groups.append(group)
    for group in groups:
        own = [reading for reading in readings if reading[0] == group]
        question = ["captain.prove.ask.readings", {"group": [f"captain.bring_up.group.{group}", {}]}]
        all_right = yield "ask", question, [_reading(reading) for reading in own]
        for reading in [] if all_right else own:
            right = yield "ask", ["captain.prove.ask.reading", {"reading": _reading(reading)}]
            if not right:
                otherwise.append(f"{reading[2]} {reading[3]}".strip())
    return otherwise


def _reading(reading: list) -> "Message":
    _, way, first, second, right, _ = reading
    between = [f"captain.bring_up.way.{way}", {"first": first, "second": second}]
    return ["captain.prove.reading", {"reading": between, "right": shown(right)}]


def shown(right: str) -> "Message | str":
    """Return what a meter shows, as `meter_readings` has it: `open; 3–4 100 kΩ`, `rise 20.0 kΩ`, `1.6–2 V`."""
    first, _, more = right.partition("; ")
    if more:
        return ["captain.prove.reading_and", {"first": shown(first), "second": shown(more)}]
    pins, _, read = right.partition(" ")
    if "–" in pins and read != "V":
        return ["captain.prove.reading", {"reading": pins, "right": shown(read)}]
    if pins == "rise":
        return ["captain.bring_up.shows.rise", {"shown": shown(read)}]
    return [f"captain.bring_up.shows.{right}", {}] if right in ("open", "beep") else right


def _ask(name: str) -> "Message":
    kind, *rest = name.split(" ")
    return [f"captain.bring_up.ask.{kind}", dict(zip(("name", "line"), rest))]  # noqa: B905 - MicroPython has no strict


def _seen(name: str, right: str) -> "Message | str":
    return f"{right} mA" if name.startswith("offered") else [f"captain.bring_up.seen.{right}", {}]
