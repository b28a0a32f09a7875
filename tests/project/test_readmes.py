"""Examples in README files run; commands that cannot run here, and files, are at least ones that there are."""

import re
import shlex
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.desk.events.event import format_of, open_event, rounds_seated
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.intake.parse_cards import cards_from_scores
from host_tools.desk.rounds.missing_results import tables_missing_results
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.database import Store
from host_tools.i18n import LANGUAGES, catalogue
from tests.project.test_tree import ROOT, files

GUIDE = ROOT / ".github/site/host.md"
DOCUMENTS = {path: (ROOT / path).read_text(encoding="utf-8") for path in files() if path.suffix == ".md"}
"""By their paths, their texts."""
MADE_ELSEWHERE = {
    *("assigned.json", "hardware.json", "network.json", "settings.json"),
    *("carrier.html", "director.json", "known-keys.json"),
}
"""Files that documents name and that a board, the desk or a build makes."""
ROSTER = "name\nANN\nBO\nNAME\n" + "".join(f"Player {number}\n" for number in range(4, 21))
"""Who plays in the README of the desk: its commands name the first three."""

NIGHT = """
event create Friday --format acc --roster players.csv --rounds 9 --fee 5
event seat Friday
event reseat Friday
event swap Friday ANN BO
event enter Friday --round 1 --table 7 --scores 121,90
event absent Friday ANN
event check Friday
event standings Friday
event who Friday NAME
event withdraw Friday NAME
event admit Friday CY
event plan Friday --rounds 8 --medals 3
event corrections Friday
event scores Friday --delay 5
event paid Friday
event penalty Friday BO --points 2 --because WHY
event expel Friday NAME --because WHY
event correct Friday ANN --name ANNE
event correct Friday --date 2026-11-20
event delete Friday
event restore Friday
"""
"""An evening as its README has it, in an order in which it can be played."""

APART = ["event --help", "event simulate Demo", "scenario tests/scenarios/case-03-no-skunk-on-91.txt"]
"""Commands that run by themselves."""

NOT_RUN = {
    "boards, clear, configure, doctor, flash, history, judge, link, prove, results, watch": "wants a board on USB",
    "desk, live, run, sim": "serves until Ctrl-C, or wants a broker, a browser or a Raspberry Pi",
    "hardware": "tests/hardware compares what it draws",
    "count, image, journal, play, replay, scenario": "wants cards at a table, or the reader's file",
    "event clock, event consolation, event decide, event dispute, event exchange": "wants results of boards",
    "event extra, event import, event member, event settle, event whatif": "wants results",
    "event season": "wants several nights",
    "event left": "wants a desk that stood aside",
    "event copy, event halls, event merge": "wants an event of several halls",
    "voice build": "wants a speech program and minutes of it; tests/voice makes a card",
    "event create Friday --format river": "wants the package that tests/desk/test_plugins.py installs for it",
}
"""Why the other commands are not run: only their names and options are checked. Tests of their folders run them."""


class Block(NamedTuple):
    """An indented block of a document."""

    document: str
    line: int
    text: str


def blocks(beginning: str) -> list[Block]:
    """The blocks whose first line matches a pattern."""
    found = []
    for path, text in DOCUMENTS.items():
        for match in re.finditer(rf"(?m)(?<=\n\n)    {beginning}.*\n(?:(?:    .*)?\n)*", text):
            found.append(Block(str(path), text.count("\n", 0, match.start()) + 1, re.sub(r"(?m)^    ", "", match[0])))
    return found


def name(example: Block | str) -> str:
    return f"{example.document}:{example.line}" if isinstance(example, Block) else example


def commands() -> list[str]:
    """What documents give as commands of `cribboard`, in a block or in the text: a first alternative, no options."""
    text = "\n\n".join(DOCUMENTS.values())
    spans = re.findall(r"`(?:\.venv/bin/)?cribboard ([^`]+)`", text)
    lines = [re.sub(" # .*", "", line) for line in re.findall(r"(?m)^    (?:\S*/)?cribboard (.+)", text)]
    return sorted({" ".join(re.sub(r"\[[^]]*\]|\\?\|.*|…|>.*", "", each).split()) for each in spans + lines} - {""})


def command_of(words: list[str]) -> tuple[Any, list[str]]:
    """The command that words begin with, and the words after it. Raises UsageError if there is none of that name."""
    command: Any = get_command(app)
    while words and words[0][0] != "-" and hasattr(command, "resolve_command"):
        _, command, words = command.resolve_command(command.context_class(command), words)
    return command, words


def run(command: str, columns: int = 200) -> str:
    """What a command prints, on a terminal of so many columns."""
    done = CliRunner(env={"COLUMNS": str(columns)}).invoke(app, shlex.split(command))
    assert done.exit_code == 0, f"{command}: {done.output}"
    return done.output


def stripped(text: str) -> list[str]:
    """The lines of a text; titles of tables are centred, and no line of a document ends in spaces."""
    return [line.strip() for line in text.rstrip().splitlines()]


@pytest.mark.parametrize("block", blocks("(?:from|import) "), ids=name)
def test_python_runs(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile("\n" * (block.line - 1) + block.text, block.document, "exec"), {})


@pytest.mark.parametrize("block", blocks("preset "), ids=name)
def test_scenarios_run(block, tmp_path):
    (tmp_path / "example.txt").write_text(block.text, encoding="utf-8")
    run(f"scenario {tmp_path / 'example.txt'}")


@pytest.mark.parametrize("session", blocks(r"\$ "), ids=name)
def test_sessions_print_what_they_show(session, tmp_path, monkeypatch):
    """Lines after `$ ` are run in order; what `cat` shows is a file that the others read."""
    monkeypatch.chdir(tmp_path)
    for command, shown in re.findall(r"(?m)^\$ (.+)\n((?:(?!\$ ).*\n)*)", session.text):
        if command.startswith("cat "):
            Path(command.removeprefix("cat ")).write_text(shown.rstrip() + "\n", encoding="utf-8")
        else:
            printed = run(command.removeprefix("cribboard "), columns=100)
            assert stripped(printed) == stripped(shown)


def test_commands_and_their_options_are_there():
    for command in commands():
        found, words = command_of(shlex.split(command))
        options = {option for parameter in found.params for option in (*parameter.opts, *parameter.secondary_opts)}
        given = {word.split("=")[0] for word in words if re.match("--?[a-z]", word)}
        assert given - options - {"--help", "--version"} == set(), command


def test_an_evening_goes_as_the_readme_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("players.csv").write_text(ROSTER, encoding="utf-8")
    for command in NIGHT.strip().splitlines():
        # Drawn by lot, ANN could sit at table 7, whose result is entered before she is missed.
        run(f"{command} --seed 1" if command.startswith("event create") else command)
    (purses,) = blocks(r"\[\[purse\]\]")
    Path("purses.toml").write_text(purses.text, encoding="utf-8")
    run("event purses Friday purses.toml")


def guide_commands() -> list[str]:
    """The commands of an evening in the guide for hosts, in order."""
    return re.findall(r"(?m)^    cribboard (event .+)", GUIDE.read_text(encoding="utf-8"))


def test_the_guide_for_hosts_works_as_copied(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (roster,) = (block for block in blocks("name\n") if ROOT / block.document == GUIDE)
    Path("players.csv").write_text(roster.text, encoding="utf-8")
    text, printed = GUIDE.read_text(encoding="utf-8"), ""
    for command in guide_commands():
        if command.startswith("event bracket"):
            play_to_the_end("Friday")
        printed += run(f"{command} --seed 1" if command.startswith("event create") else command)
    (made,) = re.findall(r"(?m)^    (Friday: .+)", text)
    assert made in printed


def play_to_the_end(event: str) -> None:
    """Enter what is missing of an event in this folder, side A winning, and seat and play its other rounds."""
    store = Store(f"sqlite:///{event}.cribbage")
    with store.write() as session:
        desk = open_event(session, event, lock=True).acting("director")
        for number in range(1, desk.event.rounds + 1):
            if number > len(rounds_seated(desk)):
                seat_next(desk)
            for place in tables_missing_results(desk):
                cards = cards_from_scores(format_of(desk.event).loaded_preset, [121, 120 - place[1] - number])
                enter_result(desk, *place, cards)
    store.close()


@pytest.mark.parametrize("command", APART)
def test_other_commands_run(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    run(command)


def test_files_that_are_named_are_there():
    there = {path.name for path in files()} | MADE_ELSEWHERE
    for document, text in DOCUMENTS.items():
        named = set(re.findall(r"`(?:[\w.-]+/)*([a-z\d_.-]+\.(?:css|html|js|json|mjs|py|toml|txt))`", text))
        assert named - there == set(), document


def test_ways_through_a_page_have_its_words():
    """As *Menu* › *For builders and captains*."""
    words = {plain(text) for language in LANGUAGES for text in catalogue(language).values()}
    for document, text in DOCUMENTS.items():
        steps = re.findall(r"\*([^*\n]+)\*\s›", text) + re.findall(r"›\s\*([^*\n]+)\*", text)
        assert [step for step in steps if plain(step) not in words] == [], document


def test_no_line_of_text_begins_with_a_comment():
    """Markdown takes such a line for HTML: its links are printed raw, and a builder's book has not a word of it."""
    begins = r"(?m)^[ >\t]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(<!--.*)"
    for document, text in DOCUMENTS.items():
        begun = re.findall(begins, text)
        assert [line for line in begun if re.sub("<!--.*?-->", "", line).strip()] == [], document


def plain(text: str) -> str:
    """A text with an apostrophe as documents type it."""
    return text.replace("’", "'")


def test_each_command_is_run_or_said_why_not():
    excused = [words.split() for kinds in NOT_RUN for words in kinds.split(", ")]
    left = set(commands()) - {*NIGHT.strip().splitlines(), *APART, *guide_commands()}
    bare = {command for command in left if not command_of(command.split())[1]}
    assert [each for each in sorted(left - bare) if not any(each.split()[: len(e)] == e for e in excused)] == []
    assert {*NIGHT.strip().splitlines(), *APART} <= set(commands())


def test_the_first_page_says_how_to_run_the_program_and_the_tests():
    """Each on a machine with Python alone, as `.ci/run` does."""
    commands = [
        line.strip() for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if "install" in line
    ]
    install = "python3 -m venv .venv && .venv/bin/pip install -q -e"
    assert f"{install} '.[sim]' && .venv/bin/cribboard sim" in commands
    assert f"{install} '.[test]' && .venv/bin/pytest" in commands
