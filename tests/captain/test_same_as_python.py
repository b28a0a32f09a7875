"""What the captain's page decides by itself, it decides as the Python of the verbs: on the same thousands of inputs."""

import random
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest
from playwright.sync_api import Page

from firmware.journal.seal import FIRST_PREV, line_hash, result_code, seal_mac
from firmware.rules.outcome import END_NAMES, NOBODY
from firmware.rules.presets import PRESET_NAMES, load_preset
from host_tools.results.game_value import ScoreError, game_value
from host_tools.results.log_verification import verify_log
from host_tools.results.result_line import LineError, bare_line, parse_line
from host_tools.results.validation import explain, join_reasons, validate_origin
from host_tools.usb import deploy, deploy_files
from host_tools.usb.ports import Port
from host_tools.usb.read_results import BoardResults
from host_tools.usb.result_rows import as_csv, result_rows
from tests.captain.compare_answers import agree
from tests.captain.generated_lines import EVENT, KEY, Lines
from tests.deep_cases import deep

PARSE = """async (texts) => {
  const { bareLine, parseLine } = await import("./js/result_line.js");
  const one = (text) => {
    try {
      const { n, end, replaces, signed, sides, at, board, table } = parseLine(bareLine(text));
      return { n, end, replaces, signed, sides, at, board, table };
    } catch (error) {
      return error.text ?? `${error.stack}`;
    }
  };
  return texts.map(one);
}"""


def parsed(text: str) -> dict | str:
    try:
        line = parse_line(bare_line(text))
    except LineError as error:
        return str(error)
    fields = {name: getattr(line, name) for name in ("n", "end", "replaces", "signed", "at", "board", "table")}
    return {**fields, "sides": [side._asdict() for side in line.sides]}


@pytest.mark.deep
def test_lines_are_read_alike(page: Page) -> None:
    lines = Lines(1)
    sound = [lines.sealed(lines.fields(n), FIRST_PREV, KEY) for n in range(1, 1500)]
    texts = [
        *sound,
        *(lines.spoiled(text) for text in sound * 3),
        *(f'{{"id":7,"result":{text}}}' for text in sound[:9]),
    ]
    expected = [parsed(text) for text in texts]
    assert sum(isinstance(answer, dict) for answer in expected) > 1000
    assert len({answer.partition(":")[2] for answer in expected if isinstance(answer, str)}) > 15
    agree(texts, expected, page.evaluate(PARSE, texts))


CHECK = """async ([logs, given]) => {
  const { missingNumbers, verifyLines } = await import("./js/verify_lines.js");
  const { csvFile } = await import("./js/result_files.js");
  const told = [];
  for (const [texts, count] of logs) {
    const lines = await verifyLines(texts, given);
    told.push([lines.map(({ wrong }) => wrong), missingNumbers(lines, count), csvFile([{ uid: "port", lines }])]);
  }
  return told;
}"""


@pytest.mark.parametrize(("key", "event"), [("", ""), *deep((KEY, ""), ("ff" * 80, ""), (KEY, EVENT))])
def test_chains_and_seals_are_checked_alike_and_make_the_same_table(page: Page, key: str, event: str) -> None:
    lines = Lines(2)
    logs = [(lines.log(12, lines.random.choice(["", KEY, KEY, "ff" * 80])), 12) for _ in range(150)]
    expected = [list(verdict(texts, count, key, event)) for texts, count in logs]
    assert len({wrong for answer in expected for wrong in answer[0]}) > (5 if key else 3)
    agree(logs, expected, page.evaluate(CHECK, [logs, {"key": key, "event": event}]))


def verdict(texts: list[str], count: int, key: str, event: str) -> Iterator[Any]:
    """What the verb says of each line, which are missing, and the table."""
    secret = bytes.fromhex(key)
    checked = list(verify_log((("", n, text.encode()) for n, text in enumerate(texts, 1)), secret))
    if event:
        checked = [(where, line, with_origin(line, wrong, event)) for where, line, wrong in checked]
    yield [wrong for _, _, wrong in checked]
    last = max((line.n for _, line, _ in checked if line), default=count)
    yield [last + 1, count] if last < count else None
    read = BoardResults(Port("port", ""), [(text, *row[1:]) for text, row in zip(texts, checked, strict=True)])
    yield as_csv(result_rows(read))


def with_origin(line: Any, wrong: str, event: str) -> str:
    """The reasons of the chain, and those of where the line comes from, in the desk's order."""
    if line is None:
        return wrong
    reason_names = {explain(name): name for name in ("seal", "unsealed", "broken")}
    reasons = [reason_names[words] for words in wrong.split("; ") if words]
    origin = [reason for reason in validate_origin(line, event, b"") if reason in ("foreign", "no-event")]
    return explain(join_reasons([*reasons, *origin]))


SEAL = """async (texts) => {
  const { lineHash, resultCode, sealKey, sealMac } = await import("./js/seal.js");
  return Promise.all(texts.map(async ([key, text]) => {
    const mac = await sealMac(await sealKey(key), text);
    return [await lineHash(text), mac, resultCode(mac)];
  }));
}"""


@pytest.mark.deep
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
  const { gameValue } = await import("./js/game_value.js");
  const one = ([preset, scores, end, forfeits]) => {
    try {
      return gameValue(FACTS.presets[preset], scores, end, forfeits);
    } catch (error) {
      return error.text;
    }
  };
  return games.map(one);
}"""


@pytest.mark.deep
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
  const { architecture, planDeploy } = await import("./js/plan.js");
  const named = (number) => {
    try {
      return architecture(number);
    } catch {
      return null;
    }
  };
  return [cases.map((one) => planDeploy(...one)), numbers.map(named)];
}"""


@pytest.mark.deep
def test_a_deploy_is_planned_alike(page: Page) -> None:
    draw = random.Random(5)
    ours = sorted(deploy_files.firmware_paths())
    cases = [case(draw, ours) for _ in range(1500)]
    numbers = [*range(1 << 14), -1, 1 << 30]
    planned, named = page.evaluate(PLAN, [cases, numbers])
    agree(
        cases, [asdict(deploy.plan_deploy(present, set(listed), wanted)) for present, listed, wanted in cases], planned
    )
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
        return deploy_files.architecture(number)
    except deploy_files.FormatError:
        return None
