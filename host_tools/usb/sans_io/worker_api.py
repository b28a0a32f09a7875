"""JSON API for the captain's page, where MicroPython runs in a worker: requests to boards, what they say, deploys."""

import json

from firmware.interpreter import TYPE_CHECKING

from .deploy_steps import deploy_steps
from .exchange import exchange, request_text
from .figures import verdict_message
from .findings import board_problems, flash_obstacle, shared_problems
from .problem import Problem
from .proof import RUNGS, new_proof
from .proof import obstacle as obstacle_of_proof
from .status import hardware_message, play_message, unfinished_message

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

_running: "dict[str, Generator[Any, Any, Any]]" = {}
"""Exchanges and deploys that are on, by the name that their caller has given them."""


def describe(replies: str, build: str) -> str:
    """Describe a board by its replies [hello, status, selftest or null]; return an object as JSON.

    `play`, `unfinished` (null if no game is on that gives a result) and `hardware` (null if it does not tell it) are
    messages, `problems` are what is wrong; before the self-test none are known.
    """
    hello, status, selftest = json.loads(replies)
    hardware = status.get("hardware")
    problems = list(board_problems(hello, status, selftest, build)) if selftest else []
    return json.dumps(
        {
            "play": play_message(status),
            "unfinished": unfinished_message(status),
            "hardware": hardware and hardware_message(hardware, status.get("offered_ma", 0)),
            "problems": [problem.as_json() for problem in problems],
        }
    )


def shared(hellos: str) -> str:
    """Return as JSON what is wrong with what several boards share, by their replies to `hello`."""
    return json.dumps([problem.as_json() for problem in shared_problems(json.loads(hellos))])


def obstacle(arguments: str) -> str:
    """Return as JSON why a board is not flashed, or null; the arguments are those of `flash_obstacle`."""
    problem = flash_obstacle(*json.loads(arguments))
    return json.dumps(problem and problem.as_json())


def begin_deploy(name: str, arguments: str) -> str:
    """Begin a deploy with the arguments of `deploy_steps`; return its first step, as `next_step` does."""
    _running[name] = deploy_steps(*json.loads(arguments))
    return next_step(name, "null")


def proof_obstacle(arguments: str) -> str:
    """Return as JSON why a board is not proved, or null; the arguments are those of `proof.obstacle`."""
    problem = obstacle_of_proof(*json.loads(arguments))
    return json.dumps(problem and problem.as_json())


def begin_rung(name: str, rung: str, script: str, seed: str) -> str:
    """Begin a rung of RUNGS with these arguments; return its first step, as `next_step` does."""
    _running[name] = RUNGS[rung](script, int(seed))
    return next_step(name, "null")


def proof(arguments: str) -> str:
    """Return as JSON the `proof` of a board, and as messages the `verdicts` on it.

    The arguments are those of `new_proof`, then the figures of each rung that was climbed, by its name.
    """
    hello, status, selftest, day, rungs = json.loads(arguments)
    made = new_proof(hello, status, selftest, day)
    made["rungs"] = rungs
    verdicts = [verdict_message(name, figures[name]) for figures in rungs.values() for name in figures]
    return json.dumps({"proof": made, "verdicts": [verdict for verdict in verdicts if verdict]})


def begin_exchange(name: str, number: str, request_type: str, fields: str, silence: str) -> str:
    """Begin a request to a board, which is to be silent for `silence` seconds at most; return its first step."""
    try:
        request = request_text(int(number), request_type, json.loads(fields))
    except Problem as problem:
        return json.dumps({"problem": problem.as_json()})
    _running[name] = exchange(int(number), request, request_type, float(silence))
    return next_step(name, "null")


def next_step(name: str, answer: str) -> str:
    """Answer the last step with a JSON value; return the next `step`, what was `done`, or the `problem`, as JSON."""
    try:
        return json.dumps({"step": _running[name].send(json.loads(answer))})
    except StopIteration as end:
        outcome = {"done": end.value}
    except Problem as problem:
        outcome = {"problem": problem.as_json()}
    del _running[name]
    return json.dumps(outcome)
