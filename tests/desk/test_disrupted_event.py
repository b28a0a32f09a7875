"""Tests of disrupted events by command line: late, absent, misplaced, corrected, cut short, paid out."""

import pytest

from host_tools.i18n import message, plural
from tests.desk.cli_runner import Shell

PAIRS = "name,partner,id\n" + "".join(f"Ann{i:02},Bo{i:02},m{i}\n" for i in range(1, 7))
PURSES = "[[purse]]\nfee = 10\ndraw = 2\nshares = [60, 40]\n[[purse]]\nname = 'hands'\nfee = 1\nhands = { 29 = 1 }\n"


@pytest.fixture
def shell(tmp_path):
    (tmp_path / "pairs.csv").write_text(PAIRS)
    (tmp_path / "purses.toml").write_text(PURSES)
    return Shell(tmp_path)


def enter_round(shell, number, losers=(100, 80, 60)):
    for one, loser in zip(shell.json("seat", "Night")["tables"], losers, strict=False):
        place = ("--round", number, "--table", one["table"])
        assert shell.json("enter", "Night", *place, "--scores", f"121,{loser}")["changed"]


@pytest.mark.deep
def test_an_evening_on_which_everything_goes_otherwise(shell):
    roster, purses = shell.folder / "pairs.csv", shell.folder / "purses.toml"
    shell("create", "Night", "--format", "bsg", "--roster", roster, "--rounds", 10, "--purses", purses)
    assert "no game of Night has been played" in shell.refused("prizes", "Night")

    # A pair does not come; another is at the door after the first round.
    assert shell.json("withdraw", "Night", "Ann06", "--because", "did not come")["from"] == 1
    enter_round(shell, 1)
    assert "Zed" in shell("admit", "Night", "Zed", "--partner", "Yara", "--id", "m99").stdout
    assert "did you mean" in shell.refused("who", "Night", "Yaro")
    assert shell.json("who", "Night", "Yara")["id"] == "m99"

    # Two pairs sit down at each other's table, and one result is in before anybody notices.
    seated = shell.json("seat", "Night")["tables"]
    one, other = seated[0]["ids"]["A"][0], seated[1]["ids"]["A"][0]
    shell("enter", "Night", "--round", 2, "--table", 1, "--scores", "121,90")
    assert "say what each result was" in shell.refused("swap", "Night", one, other)
    swapped = shell("swap", "Night", one, other, "--was", "1=121,90", "--because", "sat there")
    assert swapped.exit_code == 0, swapped.output
    for table in (2, 3):
        shell("enter", "Night", "--round", 2, "--table", table, "--scores", f"121,{70 + table}")

    # A result of round 2 is corrected when round 3 is seated.
    assert shell.json("seat", "Night")["round"] == 3
    place = ("--round", 2, "--table", 2)
    told = shell("enter", "Night", *place, "--scores", "90,121", "--correct", "sides mixed up").stdout
    assert message("cli.would.begin") in told
    (waiting,) = shell.json("corrections", "Night")
    assert waiting["choices"] == ["leave", "redraw"]
    shell("settle", "Night", waiting["id"], "redraw", "--because", "nobody has begun")
    assert shell.json("corrections", "Night") == []

    # Somebody presses twice, the pair that stayed away comes after all, and the hall closes early.
    assert "round 3 of Night" not in shell("unseat", "Night", "--because", "not yet").stdout
    assert shell.json("readmit", "Night", "m6", "--because", "the bus was late")["from"] == 3
    enter_round(shell, 3)
    assert shell.json("plan", "Night", "--rounds", 6, "--medals", 3)["rounds"] == 6
    shell("seat", "Night")
    assert "round 4 has no result" in shell.refused("end", "Night")
    shell("unseat", "Night")
    assert shell.json("end", "Night", "--because", "the hall closes")["rounds"] == 3
    while (done := shell("seat", "Night", "--json")).exit_code == 0:
        view = shell.json("bracket", "Night")
        assert view["drawn"] is False
        number = int(done.stdout.split('"round":')[1].split(",")[0])
        for one in range(1, done.stdout.count('"waiting":1') + 1):
            shell("enter", "Night", "--round", number, "--table", one, "--scores", "121,100")
    assert plural("desk.error.all_seated", 3, event="Night") in done.stderr

    # Money: two have not paid, one has held 29.
    shell("paid", "Night", "--all")
    shell("paid", "Night", "m2", "m3", "--not")
    shell("paid", "Night", "m1", "m99", "--purse", "hands")
    shell("hand", "Night", "Ann01", 29, "--round", 2)
    winner = shell.json("draw", "Night")
    assert winner["id"] not in ("m2", "m3")
    paid = shell.json("prizes", "Night")
    assert paid["final"], paid["unfinished"]
    assert {one["id"] for one in paid["prizes"]} & {"m2", "m3"} == set()
    assert sum(one["cents"] for one in paid["prizes"]) + sum(paid["rest"].values()) == paid["taken"] == 5200
    standings = shell.json("standings", "Night")
    assert [one["rank"] for one in standings[:3]] == [1, 2, 3]
    assert {one["name"]: one["missed"] for one in standings}["Ann06 / Bo06"] == 2

    kinds = [one["what"] for one in shell.json("diary", "Night")]
    for what in (
        "withdrawn",
        "admitted",
        "swapped",
        "corrected",
        "settled",
        "unseated",
        "readmitted",
        "planned",
        "ended",
    ):
        assert what in kinds
    diary = shell("diary", "Night").stdout
    assert "the hall closes" in diary
    assert "{" not in diary
    shell("export", "Night", shell.folder / "night.json")
    shell.json("restore", shell.folder / "night.json", "--name", "Elsewhere")
    assert shell.json("standings", "Elsewhere") == standings
    assert shell.json("prizes", "Elsewhere")["prizes"] == paid["prizes"]


def test_who_did_not_qualify_play_a_consolation(shell):
    shell("simulate", "Open", "--players", 12, "--rounds", 5, "--seed", 3)
    assert "has not been drawn" in shell.refused("consolation", "Open", "Second")
    shell("bracket", "Open", "--draw")
    made = shell.json("consolation", "Open", "Second", "--format", "bondurant", "--rounds", 3)
    assert (made["players"], made["format"]) == (9, "bondurant")
    assert shell.json("seat", "Second")["round"] == 1


def test_a_member_is_one_over_several_nights_whatever_they_are_called(shell):
    for night, rows in (("One", "Ann,7\nBo,\nCid,9\nDee,\n"), ("Two", "Ann Miller,7\nBo,\nCid,9\nAnn,8\n")):
        (shell.folder / "r.csv").write_text("name,id\n" + rows)
        shell("create", night, "--roster", shell.folder / "r.csv", "--rounds", 2, "--seed", 1)
        for number in (1, 2):
            for one in shell.json("seat", night)["tables"]:
                shell("enter", night, "--round", number, "--table", one["table"], "--scores", "121,60")
    record = shell.json("member", "7", "One", "Two")
    assert (record["name"], len(record["nights"])) == ("Ann Miller", 2)
    assert (record["won"] + record["lost"], record["given"], record["taken"]) == (4, record["won"], record["lost"])
    assert sum(one["won"] + one["lost"] for one in record["against"]) == 4
    assert "several are called Ann: use the id" in shell.refused("member", "Ann", "One", "Two")
    assert "did you mean bo" in shell.refused("member", "Boo", "One", "Two")
    assert "named twice" in shell.refused("season", "One", "One")
    totals = {one["id"]: one for one in shell.json("season", "One", "Two")}
    assert (totals["7"]["nights"], totals["8"]["nights"], totals["7"]["also"]) == (2, 1, ["Ann"])
    best = shell.json("member", "7", "One", "Two", "--best", 1)
    assert best["points"] == max(one["points"] for one in record["nights"])
    assert message("cli.member.head_to_head") in shell("member", "7", "One", "Two").stdout
