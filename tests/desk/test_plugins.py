"""Formats and kinds of purse of other packages: the one that formats/README.md shows, and such as do not work."""

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.formats.movements import Field, FinishedTable
from host_tools.desk.money.purse_kinds import PURSE_KINDS
from host_tools.i18n import use_language
from tests.desk.cli_runner import Shell

PAGE = Path(__file__).parents[2] / "host_tools/desk/formats/README.md"
PACKAGE = "river_night"


def example():
    """The files of the page's example by path: each is an indented block below a line that begins with its path."""
    blocks = re.findall(r"(?m)^(?:.+, )?`([\w./]+)`.*:\n\n((?:    .*\n|\n)+)", PAGE.read_text(encoding="utf-8"))
    return {path: re.sub(r"(?m)^    ", "", block) for path, block in blocks}


class Installed:
    """A folder of packages on Python's path, with what pip would write beside them."""

    def __init__(self, folder, monkeypatch):
        self.folder, self.monkeypatch = folder, monkeypatch
        self.add_path()

    def add_path(self):
        self.monkeypatch.syspath_prepend(self.folder)
        self.start_anew()

    def remove_path(self):
        sys.path.remove(str(self.folder))
        self.start_anew()

    def start_anew(self):
        """Forget what has been loaded, as a new process has not."""
        for registry in (FORMATS, PURSE_KINDS):
            self.monkeypatch.setattr(registry, "_loaded", {})
        self.monkeypatch.delitem(sys.modules, PACKAGE, raising=False)

    def install(self, name, entry_points, files=()):
        """Write a package's modules and its metadata; `entry_points`: values by name, by group."""
        for path, text in dict(files).items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_text(text, encoding="utf-8")
        metadata = self.folder / f"{name.replace('-', '_')}-1.0.dist-info"
        metadata.mkdir(parents=True)
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        groups = (
            f"[{group}]\n" + "".join(f"{entry} = {value}\n" for entry, value in entries.items())
            for group, entries in entry_points.items()
        )
        (metadata / "entry_points.txt").write_text("\n".join(groups))


@pytest.fixture
def installed(tmp_path, monkeypatch):
    yield Installed(tmp_path / "site", monkeypatch)
    sys.modules.pop(PACKAGE, None)


@pytest.fixture
def river(installed):
    """The page's example, installed."""
    files = example()
    project = tomllib.loads(files.pop("pyproject.toml"))["project"]
    installed.install(project["name"], project["entry-points"], files)
    return installed


@pytest.fixture
def shell(tmp_path):
    (tmp_path / "events").mkdir()
    return Shell(tmp_path / "events")


@pytest.fixture
def night(river, shell, tmp_path):
    """Seven players who have played five rounds of the page's format, with a purse of the page's kind."""
    shell.json("simulate", "Night", "--format", "river", "--players", 7, "--rounds", 5)
    rules = tmp_path / "purses.toml"
    rules.write_text('[[purse]]\nfee = 10\nshares = [60, 40]\n[[purse]]\nname = "skunks"\nadded = 50\nskunks = 1\n')
    shell.json("purses", "Night", rules)
    return shell


def test_an_event_of_the_page_s_example_is_played_to_its_prizes(night):
    places = {one["id"]: one for one in night.json("standings", "Night")}
    assert sum(one["played"] for one in places.values()) == 5 * 6
    assert all(one["played"] for one in places.values())
    _, skunks = night.json("prizes", "Night")["purses"]
    winners = {id: one["skunks"] for id, one in places.items() if one["skunks"]}
    assert {one["id"]: one["label"] for one in skunks["prizes"]} == {
        id: f"skunks: {count}" for id, count in winners.items()
    }
    assert sum(one["cents"] for one in skunks["prizes"]) == 5000
    with use_language("fr"):
        assert "selon les skunks, à partir de 1" in night("purses", "Night").stdout
        assert "skunks : " in night("prizes", "Night").stdout


def test_words_that_a_package_has_in_english_only_are_read_in_english(river):
    (river.folder / PACKAGE / "fr.toml").unlink()
    with use_language("fr"):
        assert PURSE_KINDS["skunks"].describe(3) == "by skunks, from 3 on"


def test_winners_of_the_page_s_movement_move_up(river):
    seat = FORMATS["river"].movement.seat
    first = seat(Field((1, 2, 3, 4, 5)))
    assert [table.players for table in first.tables] == [(1, 2), (3, 4)]
    last = tuple(FinishedTable(table, (0, 1)) for table in first.tables)
    after = seat(Field((1, 2, 3, 4, 5), 2, last=last, out=first.out))
    assert ([table.players for table in after.tables], after.out) == ([(1, 3), (2, 5)], (4,))


def test_an_event_whose_package_is_gone_says_what_to_install_and_loses_nothing(night, river, tmp_path):
    before = night.json("standings", "Night")
    river.remove_path()
    why = "comes from the package river-night, which is not installed here"
    for command in ("standings", "prizes", "seat"):
        assert f"format river {why}" in night.refused(command, "Night")
    export = tmp_path / "night.json"
    assert night.json("export", "Night", export)["event"] == "Night"
    assert night.json("diary", "Night")
    assert f"format river {why}" in night.refused("restore", export, "--name", "Copy")
    river.add_path()
    assert night.json("standings", "Night") == before
    night.json("restore", export, "--name", "Copy")
    assert night.json("prizes", "Copy") == night.json("prizes", "Night")


def test_a_purse_whose_package_is_gone_can_still_be_paid_into(river, shell, tmp_path):
    shell.json("simulate", "Night", "--players", 6, "--rounds", 3)
    rules = tmp_path / "purses.toml"
    rules.write_text("[[purse]]\nfee = 10\nskunks = 1\n")
    shell.json("purses", "Night", rules)
    river.remove_path()
    assert "kind of purse skunks comes from the package river-night" in shell.refused("prizes", "Night")
    assert [one["paid"] for one in shell.json("paid", "Night", "--all")] == [["entry"]] * 6
    assert shell.json("purses", "Night")[0]["skunks"] == 1
    assert "river-night" in shell("purses", "Night").stdout
    assert "there is no skunks; there are name, pot, fee, draw" in shell.refused("purses", "Night", rules)


def roster(folder):
    path = folder / "players.csv"
    path.write_text("name\nAnn\nBo\nCy\nDee\n")
    return path


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("FORMAT = 1", "TypeError: a Format with id broken was expected, not 1"),
        ("import nothing_of_this_name", "ModuleNotFoundError"),
        (
            "from host_tools.desk.formats.event_formats import Format\n"
            "FORMAT = Format('broken', 'acc', None, ('luck',), (1, 1, 9))",
            "no ranking by luck; there are points",
        ),
        (
            "from host_tools.desk.formats.event_formats import Format\n"
            "FORMAT = Format('broken', 'golf', None, ('points',), (1, 1, 9))",
            "no preset golf; there are",
        ),
        (
            "from host_tools.desk.formats.event_formats import Format\n"
            "from host_tools.desk.formats.movements import Movement\n"
            "FORMAT = Format('broken', 'acc', Movement(None, tables=lambda n: n // 0), ('points',), (1, 1, 9))",
            "ZeroDivisionError",
        ),
    ],
)
def test_a_format_that_does_not_work_is_named_with_its_package(installed, shell, tmp_path, module, why):
    entry_points = {"cribbage_board.formats": {"broken": f"{PACKAGE}:FORMAT"}}
    installed.install("broken-night", entry_points, {f"{PACKAGE}.py": module})
    told = shell.refused("create", "Night", "--roster", roster(tmp_path), "--format", "broken", "--tables", 9)
    assert f"broken = {PACKAGE}:FORMAT (cribbage_board.formats) of the package broken-night does not work: " in told
    assert why in told
    shell.json("create", "Night", "--roster", roster(tmp_path), "--rounds", 3)


def install_purse(installed, parse="int", award="[]"):
    """Install a kind of purse, `broken`, with these functions of its arguments."""
    module = (
        "from host_tools.desk.money.purse_kinds import PurseKind, Won\n"
        f"KIND = PurseKind('broken', parse={parse}, weights=lambda rule, candidates: [1], describe=str,\n"
        f"    award=lambda rule, prizes, candidates: {award})"
    )
    entry_points = {"cribbage_board.purses": {"broken": f"{PACKAGE}:KIND"}}
    installed.install("broken-night", entry_points, {f"{PACKAGE}.py": module})


@pytest.mark.parametrize("award", ["[Won(candidates.players[0], 10**9)]", "1 // 0", "None"])
def test_a_purse_that_does_not_work_costs_no_money(installed, shell, tmp_path, award):
    install_purse(installed, award=award)
    shell.json("simulate", "Night", "--players", 4, "--rounds", 3)
    rules = tmp_path / "purses.toml"
    rules.write_text("[[purse]]\nfee = 10\nbroken = 1\n")
    shell.json("purses", "Night", rules)
    assert "broken" in shell.refused("prizes", "Night")


@pytest.mark.parametrize(("parse", "why"), [("lambda value: {value}", "cannot be stored"), ("len", "TypeError")])
def test_a_purse_whose_rule_cannot_be_kept_is_refused(installed, shell, tmp_path, parse, why):
    install_purse(installed, parse)
    shell.json("create", "Night", "--roster", roster(tmp_path), "--rounds", 3, "--fee", 5)
    rules = tmp_path / "purses.toml"
    rules.write_text("[[purse]]\nfee = 10\nbroken = 1\n")
    assert why in shell.refused("purses", "Night", rules)
    assert shell.json("purses", "Night")[0]["fee"] == 500


def test_a_name_that_is_taken_stays_what_it_was_and_is_told(installed, shell, tmp_path):
    for name in ("one-night", "two-night"):
        installed.install(name, {"cribbage_board.formats": {"acc": "x:Y", "both": "x:Y", "Not an id": "x:Y"}})
    done = shell("create", "Night", "--roster", roster(tmp_path), "--rounds", 3)
    assert done.exit_code == 0
    assert "acc = x:Y (cribbage_board.formats) of the package one-night is not used, because" in done.stdout
    assert "Not an id = x:Y" in done.stdout
    assert json.loads(shell("export", "Night").stdout)["event"]["format"] == "acc"
    told = shell.refused("create", "Two", "--roster", roster(tmp_path), "--format", "both")
    assert "several packages have it (cribbage_board.formats): one-night, two-night" in told
