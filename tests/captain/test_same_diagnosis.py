"""Boards are described by the captain's page as by `watch`, and what is wrong with them is found as by `doctor`."""

import random

import pytest
from playwright.sync_api import Page

from firmware.config import FIRMWARE_VERSION
from firmware.sentences import sentence
from host_tools.firmware_build.sources import build_id
from host_tools.usb import diagnosis, status_text
from host_tools.usb.board_reports import BoardReport
from host_tools.usb.ports import Port
from tests.captain.compare_answers import agree

SAY = """async ([statuses, sights, names]) => {
  const { inPlay, playText } = await import("./js/status_text.js");
  const { findings, sharedFindings } = await import("./js/diagnosis.js");
  return [
    statuses.map((status) => [inPlay(status), playText(status)]),
    sights.map((sight) => findings(sight).map(({ wrong }) => wrong)),
    names.map((those) => sharedFindings(those).map(({ wrong }) => wrong)),
  ];
}"""


NOTES = [
    {"code": "segment-missing", "number": 7},
    {"code": "key-down", "key": "A+1"},
    {"code": "teams-over-tracks", "teams": 4, "tracks": 2},
]


@pytest.mark.deep
def test_boards_are_described_and_judged_alike(page: Page) -> None:
    draw = random.Random(6)
    statuses = [status(draw) for _ in range(1500)]
    sights = [{"hello": hello(draw), "status": status(draw), "report": report(draw)} for _ in range(1500)]
    names = [[hello(draw) for _ in range(draw.randrange(5))] for _ in range(300)]
    described, findings, set_apart = page.evaluate(SAY, [statuses, sights, names])
    texts = [[status_text.in_play(each), status_text.play_text(each)] for each in statuses]
    agree(statuses, texts, described)
    agree(sights, [judged(each) for each in sights], findings)
    agree(names, [doubled(those) for those in names], set_apart)


def hello(draw: random.Random) -> dict:
    name, build = draw.choice(["anna", "bert", "cid"]), draw.choice(["", build_id(), "0badc0de"])
    board, event = draw.choice(["e6", "e7", "e8", "e9"]), draw.choice(["", "Friday"])
    return {"name": name, "board": board, "event": event, "table": draw.randrange(3), "build": build}


def status(draw: random.Random) -> dict:
    teams = "ABCD"[: draw.randrange(2, 5)]
    begun = draw.random() < 0.6
    tracks = {team: {"front": draw.randrange(122) if begun else 0, "back": 0, "pending": 0} for team in teams}
    over = draw.choice(["game-over", "match-over"])
    winner = draw.choice([None, None, teams[0]])
    phase = over if winner else draw.choice(["round", "deal", "idle", "setup", "status", "judge", "undo"])
    messages = draw.sample(NOTES, 1)
    fields = {"tracks": tracks, "winner": winner, "phase": phase, "game": draw.randrange(9), "round": draw.randrange(9)}
    fields |= {
        "friendly": draw.random() < 0.2,
        "results": 9,
        "faults": draw.choice([0, 0, 3]),
        "notes": [sentence(message) for message in messages],
    }
    fields |= draw.choice([{}, {"note_codes": messages}])
    if draw.random() < 0.5:
        states = ["off", "joining", "wrong-password", "not-found", "joined", "refused", "connected"]
        fields["network"] = {"state": draw.choice(states), "waiting": 2}
        fields["network"] |= {"refused": {"malformed": draw.randrange(2), "foreign": 1}} if draw.random() < 0.5 else {}
    return fields | ({"held": draw.randrange(9)} if draw.random() < 0.5 else {})


def report(draw: random.Random) -> dict:
    whole = draw.choice([0, 1 << 20])
    flash = {"failed": draw.choice([0, 2]), "whole": whole, "free": draw.randrange(1 << 20)}
    flash["events"] = draw.choice([0, 10, 140_000_000, 150_000_000, 200_000_000])
    return {
        "firmware": draw.choice([FIRMWARE_VERSION, "0.0.9", "1.10.0", "0.1"]),
        "keys_down": draw.choice([[], ["B+2"]]),
        "flash": flash,
    }


def judged(sight: dict) -> list[str]:
    report = BoardReport(Port("p", "s"), sight["hello"], sight["status"], sight["report"])
    return [finding.wrong for finding in diagnosis._board_findings(report)]


def doubled(hellos: list[dict]) -> list[str]:
    sights = [BoardReport(Port("p", "s"), hello, {}, {}) for hello in hellos]
    return [finding.wrong for finding in diagnosis.shared_findings(sights)]
