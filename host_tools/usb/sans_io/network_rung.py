"""The rung *network* of `cribboard prove`: a Wi-Fi that is joined, lost and joined again, a broker that goes away."""

from firmware.interpreter import TYPE_CHECKING

from .figures import entry
from .problem import Problem
from .proof_steps import value_of

if TYPE_CHECKING:
    from .proof_steps import Entries, Steps

LOOK_MS = 4000
"""The captain's page takes a prompt for gone that is silent for ten seconds."""
MOST_MS = 60_000
"""What has not come by then does not come."""


def network(script: str, seed: int) -> "Steps":
    """Prove the network that the board knows. Raises Problem for a board that knows none, or has no radio."""
    found: Entries = {}
    yield "run", script
    yield from value_of("equip()")
    told = yield from value_of("join()")
    if not told["known"]:
        raise Problem("proof_no_network")
    if not told["radio"]:
        raise Problem("proof_no_radio")
    failed = yield from _await_joined(found, "join_ms")
    if not failed:
        yield from value_of("drop()")
        failed = yield from _await_joined(found, "rejoin_ms")
    found["failed_joins"] = entry("failed_joins", int(failed != ""), which=failed)
    if not failed:
        yield from _broker(found)
    return found


def _await_joined(found: "Entries", name: str) -> "Steps":
    """Measure how long joining takes; return the state of a network that is not joined, else ""."""
    while True:
        told = yield from value_of(f"await_joined({LOOK_MS})")
        if told["state"] == "joined":
            found[name] = entry(name, told["ms"])
            return ""
        if told["ms"] >= MOST_MS:
            return told["state"]


def _broker(found: "Entries") -> "Steps":
    """Measure how soon the firmware finds out that its broker has gone, and that it is back, which a person does."""
    state, _ = yield from _await_broker(True)
    lost = state != "connected"
    if not lost:
        gone = yield "ask", ["captain.prove.ask.broker_off", {}]
        if not gone:
            return
        state, ms = yield from _await_broker(False)
        if state != "connected":
            found["outage_seen_ms"] = entry("outage_seen_ms", ms)
        back = yield "ask", ["captain.prove.ask.broker_on", {}]
        if not back:
            return
        state, ms = yield from _await_broker(True)
        lost = state != "connected"
        if not lost:
            found["broker_back_ms"] = entry("broker_back_ms", ms)
    found["lost_brokers"] = entry("lost_brokers", int(lost), which=state if lost else "")


def _await_broker(connected: bool) -> "Steps":
    """Ask the firmware until it is connected, or is not; return its network's state then, and the milliseconds."""
    waited = 0
    while True:
        [[status], ms] = yield "request", "status"
        state = status["network"]["state"]
        waited += ms
        if (state == "connected") == connected or waited >= MOST_MS:
            return state, round(waited)
