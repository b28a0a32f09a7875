"""What is wrong with boards, by what they reply to `hello`, `status` and `selftest`."""

from firmware.config import FIRMWARE_VERSION
from firmware.interpreter import TYPE_CHECKING

from .problem import Problem
from .status import in_play, play_message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

BLOCK = 4096
CYCLES = 100_000
"""How often a sector of the Pico's flash can be erased, by its data sheet."""
WORN = 0.8
"""Share of the flash's life after which another Pico is advised."""
ERASES_PER_EVENT = 0.15
"""The target of .github/site/figures.md for what events cost."""
_NETWORK_PROBLEMS = (
    "network_joining", "network_wrong-password", "network_not-found", "network_joined", "network_refused",
)  # fmt: skip
"""Codes of the states of its network, as the board reports them, in which something is wrong."""


def board_problems(hello: dict, status: dict, selftest: dict, build: str) -> "Iterator[Problem]":
    """Yield what is wrong with a board; `build` is the id of the firmware that is here."""
    if problem := firmware_problem(hello, selftest, build):
        yield problem
    for key in selftest.get("keys_down", ()):
        yield Problem("key", key=key)
    if status["faults"]:
        yield Problem("faults", count=status["faults"])
    flash = selftest.get("flash", {})
    if flash.get("failed"):
        yield Problem("flash_failed", count=flash["failed"])
    if flash.get("whole") and flash_wear(flash) >= WORN:
        yield Problem("flash_worn", share=f"{100 * flash_wear(flash):.0f}")
    network = status.get("network", {})
    if f"network_{network.get('state')}" in _NETWORK_PROBLEMS:
        yield Problem(f"network_{network['state']}")
    if refused := sum(network.get("refused", {}).values()):
        yield Problem("network_messages", count=refused)
    codes = status.get("note_codes", [])
    for i, sentence in enumerate(status.get("notes", ())):
        note = codes[i] if i < len(codes) else None
        code = str(note.get("code", "")) if isinstance(note, dict) else ""
        # Keys that are down are in the self-test.
        if code != "key-down":
            yield Problem("note", code, (note, sentence))


def shared_problems(hellos: list[dict]) -> "Iterator[Problem]":
    """Yield what is wrong with ids, tables of an event, and names that several boards have, by their replies."""
    for board, count in _shared(hellos, lambda hello: hello["board"]):
        yield Problem("same_id", count=count, board=board)
    for (_, table), count in _shared(hellos, lambda hello: (hello["event"], hello["table"])):
        if table:
            yield Problem("same_table", count=count, number=table)
    for name, count in _shared(hellos, lambda hello: hello["name"]):
        if name:
            yield Problem("same_name", count=count, name=name)


def _shared(hellos: list[dict], key: "Callable[[dict], Any]") -> "list[tuple[Any, int]]":
    """Return the keys that several boards have, and how many have each."""
    keys = [key(hello) for hello in hellos]
    return [
        (value, keys.count(value)) for i, value in enumerate(keys) if value not in keys[:i] and keys.count(value) > 1
    ]


def firmware_problem(hello: dict, selftest: dict, build: str) -> "Problem | None":
    """Return what is wrong with a board's firmware, compared with that which is here, of that build."""
    version = selftest["firmware"]
    if is_newer(version):
        return Problem("firmware_newer", has=version, ours=FIRMWARE_VERSION)
    if version != FIRMWARE_VERSION:
        return Problem("firmware", has=version, ours=FIRMWARE_VERSION)
    if hello["build"] not in ("", build):
        return Problem("build", version=version, has=hello["build"], ours=build)
    return None


def flash_obstacle(status: dict, selftest: dict, force: bool, downgrade: bool, own_id: str) -> "Problem | None":
    """Return why a board that answers is not flashed.

    `force`: also during a game; `downgrade`: also over newer firmware; `own_id`: the id that it would get, "" for none.
    """
    if in_play(status) and not force:
        return Problem("in_play", state=play_message(status))
    if is_newer(selftest["firmware"]) and not downgrade:
        return newer_problem(selftest["firmware"])
    if own_id and status["held"]:
        return Problem("twin_results", count=status["held"])
    return None


ANSWERS = {
    "silent": False, "foreign": False, "bare": False, "malformed": False,
    "stopped": True, "refused": True, "unknown-verb": True,
}  # fmt: skip
"""Whether the firmware is known to be on a board that does not answer as one, by the problem's code.

With other problems it cannot be flashed.
"""


def newer_problem(version: str) -> Problem:
    """Return the problem of a board whose firmware is newer than that which is here."""
    return Problem("newer", has=version, ours=FIRMWARE_VERSION)


def is_newer(version: str) -> bool:
    """Return whether a version is newer than the firmware's that is here."""
    return version_key(version) > version_key(FIRMWARE_VERSION)


def version_key(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, by which versions are ordered; none of a text that is no version."""
    return tuple([int(part) for part in version.split(".") if part.isdigit()])


def flash_wear(flash: dict) -> float:
    """Return the share (0 to 1) of its flash's life that a board has used, estimated from the events it has written."""
    return flash["events"] * ERASES_PER_EVENT / (flash["whole"] / BLOCK * CYCLES)
