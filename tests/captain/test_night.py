"""A club night by the captain's page alone: boards set up, played on, judged, read, kept, emptied."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Download, expect

from firmware.journal.seal import line_hash
from host_tools.i18n import message, plural
from host_tools.sim.serial import command
from tests.captain.captain_page import Desk
from tests.usb.cli_process import cribboard

PIN = "2468"
PLAYED = "A+5:100 A+5:100 OK:100 B+5:100 OK:100"


def friday(tmp_path: Path, many: int) -> Path:
    """An event of so many tables, its first round seated; its exported file."""
    roster = "".join(f"Player {number}\n" for number in range(1, 2 * many + 1))
    (tmp_path / "players.csv").write_text(f"name\n{roster}")
    cribboard("event", "create", "Friday", "--roster", tmp_path / "players.csv", "--rounds", 3, "--folder", tmp_path)
    cribboard("event", "seat", "Friday", "--folder", tmp_path)
    file = tmp_path / "friday.json"
    file.write_text(cribboard("event", "export", "Friday", "--folder", tmp_path))
    return file


@pytest.mark.deep
@pytest.mark.slow
def test_a_night_by_the_page_alone(desk: Desk, tmp_path: Path) -> None:
    many = 3
    event = friday(tmp_path, many)
    set_up_one_after_the_other(desk, event, many)
    play(desk, many)
    judge(desk, many)
    tamper(desk, 2)
    files = read_and_keep(desk, tmp_path, many)
    the_desk_says_the_same(desk, tmp_path, files, many)
    empty(desk, files, many)


def set_up_one_after_the_other(desk: Desk, event: Path, many: int) -> None:
    """Boards are chosen once; then each is plugged in again, and gets the next table."""
    desk.connect(*range(1, many + 1))
    for number in range(1, many + 1):
        desk.pull(number)
    desk.view("setup")
    desk.page.locator("#event-file").set_input_files(event)
    expect(desk.page.locator("#event-about")).to_have_text(message("captain.setup.event_read", name="Friday"))
    desk.fill(set__table="1", set__preset="acc", set__name="Board #", set__new_pin=PIN, set__brightness="2")
    desk.page.locator("#set-coming").check()
    for number in range(1, many + 1):
        desk.plug(number)
        expect(desk.page.locator("#setup-answers li")).to_have_count(number)
    answers = desk.page.locator("#setup-answers li").all_inner_texts()
    assert answers == [f"Board {number} (table {number}) done" for number in range(1, many + 1)]
    desk.page.locator("#set-coming").uncheck()
    desk.fill(set__new_pin="")


def play(desk: Desk, many: int) -> None:
    """OK begins the round at each board, and a few pegs are moved by its keys."""
    desk.view("boards")
    with ThreadPoolExecutor(many) as pool:
        list(pool.map(lambda board: board.play("OK:100"), desk.boards.boards.values()))
    for number in range(1, many + 1):
        expect(desk.card(number)).to_contain_text(message("captain.state.none"))
    for number in (1, 2):
        desk.boards.boards[number].play(PLAYED)
        expect(desk.card(number)).to_contain_text("A 10  B 5")


def judge(desk: Desk, many: int) -> None:
    """Each game is ended by a decision: a time that is out, an award of what is missing, a forfeit."""
    desk.view("judge")
    desk.pin(PIN)
    for number in range(1, many + 1):
        uid = command.uid(number)
        desk.page.locator("#judge-board").select_option(uid)
        if number == 1:
            decide(desk, "timed-out")
        elif number == 2:
            decide(desk, "award", holes=str(121 - 10))
        else:
            decide(desk, "forfeit", team="AB"[number % 2])
        expect(desk.page.locator("#judge-answer")).to_contain_text(f"Board {number} (table {number}), decided: game 1:")
        expect(desk.page.locator("#judge-answer")).to_contain_text("over")


def decide(desk: Desk, operation: str, **fields: str) -> None:
    desk.fill(judge__op=operation, judge__reason="night", **{f"judge__{name}": value for name, value in fields.items()})
    desk.send("judge")


def tamper(desk: Desk, number: int) -> None:
    """Somebody changes the score in a board's log, and what follows from it."""
    folder = desk.boards.folder(number)
    desk.pull(number)
    log = folder / "results/results.log"
    text = log.read_text()
    assert '"B":5}' in text
    log.write_text(text.replace('"B":5}', '"B":9}').replace('"A":116,"B":-116', '"A":112,"B":-112'))
    desk.plug(number)


def read_and_keep(desk: Desk, tmp_path: Path, many: int) -> dict[str, Path]:
    desk.view("boards")
    expect(desk.card(2)).to_contain_text("1 result")
    shown = desk.view("results")
    shown.get_by_role("button", name=message("captain.results.read")).click()
    expect(desk.page.locator("#results-answer")).to_have_text(f"{many} results, {many} boards. 1 thing is wrong:")
    wrong = "Board 2 (table 2): result 1: its seal is wrong: made with another key, or the line was changed"
    expect(desk.page.locator("#results-wrong li")).to_have_text(wrong)
    rows = desk.page.locator("#lines tr")
    expect(rows).to_have_count(many)
    assert [row.split("\t")[:2] for row in rows.all_inner_texts()] == [["1", str(n)] for n in range(1, many + 1)]
    expect(rows.nth(0)).to_contain_text("A wins, time called.")
    return {name: saved(desk, f"#file-{name}", tmp_path) for name in ("desk", "lines", "csv")}


def saved(desk: Desk, button: str, folder: Path) -> Path:
    with desk.page.expect_download() as waited:
        desk.page.locator(button).click()
    download: Download = waited.value
    path = folder / download.suggested_filename
    download.save_as(path)
    return path


def the_desk_says_the_same(desk: Desk, folder: Path, files: dict[str, Path], many: int) -> None:
    """As when the boards were read by `cribboard results`: the same lines, held and standings."""
    desk.leave()
    read = folder / "read.jsonl"
    cribboard("results", read, "--all", "--save")
    assert read.read_text() == files["desk"].read_text() == files["lines"].read_text()
    header, *rows = files["csv"].read_text().splitlines()
    assert (header.split(",")[0], len(rows)) == ("board", many)
    taken = [imported(folder, name, file) for name, file in (("Page", files["desk"]), ("Verb", read))]
    assert taken[0] == taken[1]
    assert taken[0][0]["new"] == many
    assert [line["why"] for line in taken[0][0]["held"]] == [message("desk.held.seal")]
    desk.open()


def imported(folder: Path, name: str, file: Path) -> tuple[dict, list]:
    """What a copy of the event makes of a file: what was taken, and the standings."""
    options = ("--folder", folder)
    cribboard("event", "restore", folder / "friday.json", "--name", name, *options)
    taken = json.loads(cribboard("event", "import", name, file, "--json", *options))
    return taken, json.loads(cribboard("event", "standings", name, "--json", *options))


def empty(desk: Desk, files: dict[str, Path], many: int) -> None:
    """Only with the file that has them all, and the PIN."""
    desk.view("boards")
    expect(desk.page.locator(".card")).to_have_count(many)
    for number in range(1, many + 1):
        expect(desk.card(number)).to_contain_text("1 result")
    desk.view("results").locator("summary", has_text=message("captain.clear.title")).click()
    part = files["desk"].with_name("part.jsonl")
    part.write_text("".join(files["desk"].read_text().splitlines(keepends=True)[1:]))
    desk.page.locator("#clear-file").set_input_files(part)
    desk.pin(PIN)
    desk.send("clear")
    answers = desk.page.locator("#clear-answer li")
    expect(answers).to_have_count(many)
    expect(answers.nth(0)).to_contain_text("the file lacks 1 of the board’s 1 results")
    expect(answers.nth(1)).to_contain_text(plural("captain.clear.done", 1))
    log = (desk.boards.folder(2) / "results/results.log").read_bytes().splitlines()
    whole = [json.loads(line) for line in log]
    assert whole[0]["cleared"] is True
    kept_lines = files["desk"].read_bytes().splitlines()
    assert whole[0]["prev"] == line_hash(next(line for line in kept_lines if command.uid(2).encode() in line))
    expect(desk.page.locator("#clear-answer .bad")).to_have_count(1)
