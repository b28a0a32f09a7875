"""Writes what a virtual board sends as values of the types that scripts expect, so that tsc compares the two.

Argument: the folder of `cribboard sim --export`.
"""

import json
import sys
import tempfile
from pathlib import Path

from host_tools.sim.virtual import page_board

SCENARIO = """
preset casual
MENU:2100
MENU A+5 OK B< A+1 OK MENU:2100 A+1 OK A+2 OK MENU
set pin 1234
MENU:2100
MENU
A+5 A+5 A+5 A+5 A+2 A+2 OK A+5 A+5 A+5 A+5 A+2 A+2 OK A+5 A+5 A+5 A+5 A+2 A+2 OK
A+5 A+5 A+5 A+5 A+2 A+2 OK A+5 A+5 A+5 A+5 A+2 A+2 OK
"""
HAS_ALL_OF = "const hasAllOf = <T>() => <V extends T>(value: V) => value;"
"""A value of a type inferred for itself may have more fields; what shall be one of some words stays that word."""
REPLIES = {"hello": "HelloReply", "status": "StatusReply", "selftest": "SelftestReply"}


def samples() -> str:
    """Return a TypeScript module: values whose fields must be all of a type's, then such that may have more."""
    exact = [("LoadedScript", page_board.load_script(SCENARIO)), ("Geometry", page_board.geometry_json())]
    exact += [("Tone[]", page_board.tones_json())]
    page_board.set_displays(1, "en")
    done = False
    while not done:
        step = page_board.step_script()
        page_board.take_news()  # with it, a refusal is noticed
        done = json.loads(step)["done"]
        exact += [("PlayedStep", step), ("BoardState", page_board.state_json())]
    exact += [("DisplayContents[]", page_board.displays_json())]
    more = [("ResultLine", line) for line in page_board.results_since(0).splitlines()]
    more += [(kind, reply(number, request)) for number, (request, kind) in enumerate(REPLIES.items())]
    lines = [f"export const exact{at}: {kind} = {value};" for at, (kind, value) in enumerate(exact)]
    lines.append(HAS_ALL_OF)
    lines += [f"export const more{at} = hasAllOf<{kind}>()({value});" for at, (kind, value) in enumerate(more)]
    return "\n".join([*lines, ""])


def reply(number: int, request: str) -> str:
    """Return the line with the data of the reply to a request of that number."""
    page_board.send_to_board(json.dumps({"id": number, "do": request}) + "\n")
    for _ in range(100):
        page_board.advance(10, 0)
        for line in page_board.take_sent_lines().splitlines():
            if json.loads(line).get("id") == number:
                return line
    raise SystemExit(f"no reply to {request}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        page_board.ROOT = folder
        (Path(sys.argv[1]) / "samples.ts").write_text(samples(), encoding="utf-8")
