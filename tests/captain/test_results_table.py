"""The captain's page makes the table of results that the command makes."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from host_tools.results.log_verification import verify_log
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
