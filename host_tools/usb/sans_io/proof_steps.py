"""The steps of which the rungs of `cribboard prove` are made.

A rung is a generator. Its caller, a command or the captain's page, does what it yields, and sends back what came of it:

("request", type) asks the running firmware: [data lines as objects, milliseconds until all were there];
("run", code) runs code at MicroPython's prompt: what that printed;
("reset", code, milliseconds) runs code that resets the board about then: what it printed until then, or None where the
board does not answer afterwards;
("tell", done, of) says how far the rung is: nothing;
("say", message) says what to do meanwhile: nothing;
("ask", message) asks for a yes or no, ("ask", message, messages) below these lines: whether it is yes;
("bring_up",) asks what is to be known of a whole board: its `build`, the `readings` and `tests` of it, as
hardware/bring_up.py makes them, what has been `seen` in tests, by name, and the `rungs` that were climbed before.

The prompt is entered, and left, as the next step wants. A rung returns its figures (`figures.entry`) by name.
"""

import json

from firmware.interpreter import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    Steps = Generator[tuple, Any, Any]
    Entries = dict[str, dict[str, Any]]


def value_of(call: str) -> "Steps":
    """Return what a function of `proof_script.py` tells."""
    printed = yield "run", call
    return json.loads(printed.strip().split("\n")[-1])
