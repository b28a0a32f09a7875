"""The ladder of proof: its rungs, whether a board may be proved, and the format of what comes of it."""

from firmware.interpreter import TYPE_CHECKING

from .bare_rung import bare
from .board_rung import board
from .figures import FIGURES, entry
from .network_rung import network
from .part_rungs import displays, keys, strip
from .problem import Problem
from .status import in_play
from .voice_rung import voice

if TYPE_CHECKING:
    from typing import Any

VERSION = 1
"""Of the format of a proof."""
RUNGS = {
    "bare": bare,
    "strip": strip,
    "keys": keys,
    "displays": displays,
    "voice": voice,
    "network": network,
    "board": board,
}
"""By name, in the order in which they are climbed. Each is called with the text of `proof_script.py` and a seed, and
raises Problem for a board that has not what it proves."""


def obstacle(status: dict, in_use: bool) -> "Problem | None":
    """Return why a board is not proved: somebody plays on it, or keeps results there; `in_use`: all the same.

    Its games are not touched in any case.
    """
    if in_use:
        return None
    if in_play(status):
        return Problem("proof_in_play")
    if status["results"]:
        return Problem("proof_results", count=status["results"])
    return None


def new_proof(hello: dict, status: dict, selftest: dict, day: str) -> "dict[str, Any]":
    """Return a proof of a board without rungs, by its replies; `day` as 2027-01-31."""
    hardware = status.get("hardware", {})
    return {
        "v": VERSION,
        "board": hello["board"],
        "revision": hardware.get("revision", ""),
        "machine": selftest["machine"],
        "firmware": selftest["firmware"],
        "build": hello["build"],
        "hardware": hardware,
        "day": day,
        "rungs": {},
    }


def check_proof(proof: "Any") -> "dict[str, Any]":
    """Return what is a proof. Raises Problem for anything else."""
    if not isinstance(proof, dict) or proof.get("v") != VERSION or not isinstance(proof.get("rungs"), dict):
        raise Problem("no_proof")
    for rung, entries in proof["rungs"].items():
        for name, found in entries.items() if isinstance(entries, dict) else [("", None)]:
            known = rung in RUNGS and name in FIGURES
            if not known or not isinstance(found, dict) or set(found) != set(entry(name, 0)):
                raise Problem("unknown_figure", rung=rung, name=name)
    return proof
