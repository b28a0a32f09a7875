"""What the captain's page decides by itself, it decides as the Python of the verbs: on the same thousands of inputs."""

import random
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from firmware.config import FIRMWARE_VERSION
from firmware.journal.seal import FIRST_PREV, line_hash, result_code, seal_mac
from firmware.rules.outcome import END_NAMES, NOBODY
from firmware.rules.presets import PRESET_NAMES, load_preset
from host_tools.desk.results import (
    LineError,
    ScoreError,
    bare_line,
    explain,
    game_value,
    join_reasons,
    parse_line,
    validate_origin,
)
from host_tools.journal import chain
from host_tools.usb import deploy, doctor, image, results, state
from host_tools.usb.boards import Sight
from host_tools.usb.ports import Port
from tests.captain.made_lines import EVENT, KEY, Lines


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The captain's page, whose modules are asked."""
    with browser.new_context(locale="en") as context:
        opened = context.new_page()
        opened.goto(f"{address}captain/")
        yield opened


PARSE = """async (texts) => {
  const { bareLine, parseLine } = await import("./js/result_line.js");
  const one = (text) => {
    try {
      const { n, end, replaces, signed, sides, at, board, table } = parseLine(bareLine(text));
      return { n, end, replaces, signed, sides, at, board, table };
    } catch (error) {
      return error.words ?? `${error.stack}`;
    }
  };
  return texts.map(one);
}"""


def parsed(text: str) -> dict | str:
    try:
        line = parse_line(bare_line(text))
    except LineError as error:
        return str(error)
    told = {name: getattr(line, name) for name in ("n", "end", "replaces", "signed", "at", "board", "table")}
    return {**told, "sides": [side._asdict() for side in line.sides]}


def agree(given: list, python: list, page: list) -> None:
    """Both said the same of everything that was given."""
    assert len(page) == len(python)
    differing = [(a, b, one) for one, a, b in zip(given, python, page, strict=True) if a != b]
    if differing:
        pytest.fail(f"{len(differing)}, such as {differing[0]}")


def test_lines_are_read_alike(page: Page) -> None:
    lines = Lines(1)
    sound = [lines.sealed(lines.fields(n), FIRST_PREV, KEY) for n in range(1, 1500)]
    texts = [
        *sound,
        *(lines.spoiled(text) for text in sound * 3),
        *(f'{{"id":7,"result":{text}}}' for text in sound[:9]),
    ]
    expected = [parsed(text) for text in texts]
    assert sum(isinstance(one, dict) for one in expected) > 1000
    assert len({one.partition(":")[2] for one in expected if isinstance(one, str)}) > 15
    agree(texts, expected, page.evaluate(PARSE, texts))


CHECK = """async ([logs, given]) => {
  const { checked, missing } = await import("./js/checked.js");
  const { csvFile } = await import("./js/files.js");
  const told = [];
  for (const [texts, count] of logs) {
    const lines = await checked(texts, given);
    told.push([lines.map(({ wrong }) => wrong), missing(lines, count), csvFile([{ uid: "port", lines }])]);
  }
  return told;
}"""


@pytest.mark.parametrize(("key", "event"), [("", ""), (KEY, ""), ("ff" * 80, ""), (KEY, EVENT)])
def test_chains_and_seals_are_checked_alike_and_make_the_same_table(page: Page, key: str, event: str) -> None:
    lines = Lines(2)
    logs = [(lines.log(12, lines.random.choice(["", KEY, KEY, "ff" * 80])), 12) for _ in range(150)]
    expected = [list(verdict(texts, count, key, event)) for texts, count in logs]
    assert len({wrong for one in expected for wrong in one[0]}) > (5 if key else 3)
    agree(logs, expected, page.evaluate(CHECK, [logs, {"key": key, "event": event}]))


def verdict(texts: list[str], count: int, key: str, event: str) -> Iterator[Any]:
    """What the verb says of each line, which are missing, and the table."""
    secret = bytes.fromhex(key)
    found = list(chain.checked((("", n, text.encode()) for n, text in enumerate(texts, 1)), secret))
    if event:
        found = [(where, line, with_origin(line, wrong, event)) for where, line, wrong in found]
    yield [wrong for _, _, wrong in found]
    last = max((line.n for _, line, _ in found if line), default=count)
    yield [last + 1, count] if last < count else None
    read = results.Read(Port("port", ""), [(text, *one[1:]) for text, one in zip(texts, found, strict=True)])
    yield results._csv(list(results._rows(read)))


def with_origin(line: Any, wrong: str, event: str) -> str:
    """The reasons of the chain, and those of where the line comes from, in the desk's order."""
    if line is None:
        return wrong
    said = {explain(name): name for name in ("seal", "unsealed", "broken")}
    reasons = [said[words] for words in wrong.split("; ") if words]
    origin = [reason for reason in validate_origin(line, event, b"") if reason in ("foreign", "no-event")]
    return explain(join_reasons([*reasons, *origin]))


SEAL = """async (texts) => {
  const { lineHash, resultCode, sealKey, sealMac } = await import("./js/seal.js");
  return Promise.all(texts.map(async ([key, text]) => {
    const mac = await sealMac(await sealKey(key), text);
    return [await lineHash(text), mac, resultCode(mac)];
  }));
}"""


def test_hashes_seals_and_codes_are_the_same(page: Page) -> None:
    draw = random.Random(3)
    texts = [
        (draw.randbytes(draw.randrange(64)).hex(), "aé{\U0001f0a1"[: draw.randrange(5)] * draw.randrange(99))
        for _ in range(2000)
    ]
    expected = []
    for key, text in texts:
        mac = seal_mac(bytes.fromhex(key), text.encode())
        expected.append([line_hash(text.encode()), mac, result_code(mac)])
    agree(texts, expected, page.evaluate(SEAL, texts))


WORTH = """async (games) => {
  const { FACTS } = await import("./facts.js");
  const { gameValue } = await import("./js/worth.js");
  const one = ([preset, scores, end, forfeits]) => {
    try {
      return gameValue(FACTS.presets[preset], scores, end, forfeits);
    } catch (error) {
      return error.words;
    }
  };
  return games.map(one);
}"""


def test_games_are_worth_the_same(page: Page) -> None:
    draw = random.Random(4)
    high = [name for name in PRESET_NAMES if not load_preset(name).low_game]
    games = []
    for _ in range(4000):
        preset, sides = draw.choice(high), draw.choice([2, 2, 3, 4])
        target = load_preset(preset).target
        scores = [
            draw.choice([0, 30, 31, 60, 61, 90, 91, target - 1, target, target + 1, draw.randrange(target)])
            for _ in range(sides)
        ]
        end = draw.choice(END_NAMES)
        games.append([preset, scores, end, draw.randrange(sides) if end == "forfeit" else NOBODY])
    expected = [worth(*game) for game in games]
    agree(games, expected, page.evaluate(WORTH, games))


def worth(preset: str, scores: list[int], end: str, forfeits: int) -> list[dict] | str:
    try:
        return [side._asdict() for side in game_value(load_preset(preset), scores, end, forfeits)]
    except ScoreError as error:
        return f"scores: {error}"


PLAN = """async ([cases, numbers]) => {
  const { architecture, plan } = await import("./js/plan.js");
  const named = (number) => {
    try {
      return architecture(number);
    } catch {
      return null;
    }
  };
  return [cases.map((one) => plan(...one)), numbers.map(named)];
}"""


def test_a_deploy_is_planned_alike(page: Page) -> None:
    draw = random.Random(5)
    ours = sorted(image.names())
    cases = [case(draw, ours) for _ in range(1500)]
    numbers = [*range(1 << 14), -1, 1 << 30]
    planned, named = page.evaluate(PLAN, [cases, numbers])
    agree(cases, [asdict(deploy.plan(present, set(listed), wanted)) for present, listed, wanted in cases], planned)
    agree(numbers, [architecture(number) for number in numbers], named)


def case(draw: random.Random, ours: list[str]) -> list:
    """Files on a board: some of them ours, old or present, some somebody else's; and those wanted."""
    others = ["mine.py", "firmware/mine.py", "firmware/a/b/c.mpy", "firmware/é .py", "old.mpy", "firmware/Zeta.mpy"]
    paths = draw.sample(ours, 25) + draw.sample(others, draw.randrange(len(others)))
    present = {f"/{path}": draw.choice("abc") for path in draw.sample(paths, draw.randrange(len(paths)))}
    listed = draw.sample(sorted(present), len(present) // 3)
    wanted = {f"/{path}": draw.choice("abc") for path in draw.sample(paths, draw.randrange(1, len(paths)))}
    return [present, listed, wanted]


def architecture(number: int) -> str | None:
    try:
        return image.architecture(number)
    except image.FormatError:
        return None


SAY = """async ([statuses, sights, names]) => {
  const { held, inPlay, play } = await import("./js/state.js");
  const { findings, ofNames } = await import("./js/advice.js");
  return [
    statuses.map((status) => [inPlay(status), held(status), play(status)]),
    sights.map((sight) => findings(sight).map(({ wrong }) => wrong)),
    names.map((those) => ofNames(those).map(({ wrong }) => wrong)),
  ];
}"""


def test_boards_are_described_and_judged_alike(page: Page) -> None:
    draw = random.Random(6)
    statuses = [status(draw) for _ in range(1500)]
    sights = [{"status": status(draw), "report": report(draw)} for _ in range(1500)]
    names = [[draw.choice(["", "anna", "bert", "cid"]) for _ in range(draw.randrange(5))] for _ in range(300)]
    described, found, set_apart = page.evaluate(SAY, [statuses, sights, names])
    agree(statuses, [[state.in_play(one), state.held(one), state.play(one)] for one in statuses], described)
    agree(sights, [judged(one) for one in sights], found)
    agree(names, [doubled(those) for those in names], set_apart)


def status(draw: random.Random) -> dict:
    teams = "ABCD"[: draw.randrange(2, 5)]
    begun = draw.random() < 0.6
    tracks = {team: {"front": draw.randrange(122) if begun else 0, "back": 0, "pending": 0} for team in teams}
    over = draw.choice(["game-over", "match-over"])
    winner = draw.choice([None, None, teams[0]])
    phase = over if winner else draw.choice(["round", "deal", "idle", "setup", "status", "judge", "undo"])
    notes = draw.sample(
        ["segment 7 is missing", "key A+1 is down at power-up", "teams: 4 are set, this board has 2 tracks"], 1
    )
    made = {"tracks": tracks, "winner": winner, "phase": phase, "game": draw.randrange(9), "round": draw.randrange(9)}
    made |= {
        "friendly": draw.random() < 0.2,
        "results": 9,
        "faults": draw.choice([0, 0, 3]),
        "notes": draw.choice([[], notes]),
    }
    return made | ({"held": draw.randrange(9)} if draw.random() < 0.5 else {})


def report(draw: random.Random) -> dict:
    whole = draw.choice([0, 1 << 20])
    flash = {"failed": draw.choice([0, 2]), "whole": whole, "free": draw.randrange(1 << 20)}
    flash["events"] = draw.choice([0, 10, 140_000_000, 150_000_000, 200_000_000])
    return {
        "firmware": draw.choice([FIRMWARE_VERSION, "0.0.9"]),
        "keys_down": draw.choice([[], ["B+2"]]),
        "flash": flash,
    }


def judged(sight: dict) -> list[str]:
    return [finding.wrong for finding in doctor._of_board(Sight(Port("p", "s"), {}, sight["status"], sight["report"]))]


def doubled(names: list[str]) -> list[str]:
    sights = [Sight(Port("p", "s"), {"name": name}, {"faults": 0, "notes": []}, sound()) for name in names]
    return [finding.wrong for finding in doctor.of_boards(sights)]


def sound() -> dict:
    flash = {"failed": 0, "whole": 0, "free": 0, "events": 0}
    return {"firmware": FIRMWARE_VERSION, "keys_down": [], "flash": flash}
