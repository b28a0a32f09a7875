"""What the captain's page decides by itself, it decides as the Python of the commands, on the same inputs."""

import random
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest
from playwright.sync_api import Page

from host_tools.firmware_build.sources import START
from host_tools.results.log_verification import verify_log
from host_tools.usb import deploy, deploy_files
from host_tools.usb.ports import Port
from host_tools.usb.read_results import BoardResults
from host_tools.usb.result_files import as_csv, result_rows
from tests.captain.compare_answers import agree
from tests.results.generated_lines import KEY, Lines

READ = """async ([logs, key]) => {
  const { missingNumbers, verifyLines } = await import("./js/verify_lines.js");
  const { csvFile } = await import("./js/result_files.js");
  const told = [];
  for (const [texts, count] of logs) {
    const lines = await verifyLines(texts, { key });
    const table = csvFile([{ uid: "port", name: "anna", lines }]);
    told.push([lines.map(({ wrong }) => wrong), missingNumbers(lines, count), table]);
  }
  return told;
}"""


def test_results_make_the_table_of_the_command_and_are_told_in_its_words(page: Page) -> None:
    """Of one log the page verifies a part after the other."""
    lines = Lines(2)
    logs = [(lines.log(count, lines.random.choice(["", KEY, KEY])), count) for count in [12] * 50 + [120]]
    expected = [list(verdict(texts, count)) for texts, count in logs]
    assert len({wrong for answer in expected for wrong in answer[0]}) > 5
    agree(logs, expected, page.evaluate(READ, [logs, KEY]))


def verdict(texts: list[str], count: int) -> Iterator[Any]:
    """What the command says of each line, which are missing, and the table."""
    checked = list(verify_log((("", n, text.encode()) for n, text in enumerate(texts, 1)), bytes.fromhex(KEY)))
    yield [wrong for _, _, wrong in checked]
    last = max((line.n for _, line, _ in checked if line), default=count)
    yield [last + 1, count] if last < count else None
    read = BoardResults(Port("port", ""), "anna", [(text, *row[1:]) for text, row in zip(texts, checked, strict=True)])
    yield as_csv(result_rows(read))


PLAN = """async ([cases, numbers, flashes, versions]) => {
  const { architecture, isNewer, planDeploy, strangersPaths } = await import("./js/plan.js");
  const named = (number) => {
    try {
      return architecture(number);
    } catch {
      return null;
    }
  };
  const strangers = flashes.map((one) => strangersPaths(...one));
  const newer = versions.map(([one, other]) => isNewer(one, other));
  return [cases.map((one) => planDeploy(...one)), numbers.map(named), strangers, newer];
}"""


@pytest.mark.deep
def test_a_deploy_is_planned_alike(page: Page) -> None:
    draw = random.Random(5)
    ours = sorted(deploy_files.firmware_paths())
    cases = [case(draw, ours) for _ in range(1500)]
    numbers = [*range(1 << 14), -1, 1 << 30]
    flashes = [flash(draw, ours) for _ in range(1500)]
    versions = [[draw.choice(["", "0.1", "0.1.0", "0.9.9", "0.10.0", "1", "x"]) for _ in range(2)] for _ in range(200)]
    planned, named, strangers, newer = page.evaluate(PLAN, [cases, numbers, flashes, versions])
    agree(
        cases, [asdict(deploy.plan_deploy(present, set(listed), wanted)) for present, listed, wanted in cases], planned
    )
    agree(numbers, [architecture(number) for number in numbers], named)
    agree(flashes, [deploy.strangers_paths(*one) for one in flashes], strangers)
    agree(versions, [deploy.version_key(one) > deploy.version_key(other) for one, other in versions], newer)


def flash(draw: random.Random, ours: list[str]) -> list:
    """A board's files, its starts, the list that it may have, the new firmware's starts, and whether it speaks."""
    starts = [f"/{name}" for name in START]
    others = ["/mine.py", "/next/boot.py", "/next/mine.py", "/old/main.py", f"/{draw.choice(ours)}"]
    paths = draw.sample(others, draw.randrange(len(others))) + draw.sample(starts, draw.randrange(3))
    present = {path: draw.choice("abc") for path in paths if path in starts}
    listed, wanted = ({path: draw.choice("abc") for path in starts} for _ in range(2))
    return [paths, present, draw.choice([{}, listed]), wanted, draw.random() < 0.5]


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
