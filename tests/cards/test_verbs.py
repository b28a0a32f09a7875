"""`cribboard count` and `cribboard play` as somebody uses them."""

import json

import pytest
from typer.testing import CliRunner

from host_tools.cli import app


@pytest.fixture(autouse=True)
def _english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "en_CA.UTF-8")


def cribboard(*words):
    """Run the command line."""
    return CliRunner().invoke(app, [str(word) for word in words])


def told(*words):
    return json.loads(cribboard("count", *words, "--json").stdout)


def test_a_hand_is_told_in_lines_and_in_one_sentence():
    lines = cribboard("count", *"5H 5S KD 2C --starter 8C".split()).stdout.split("\n")
    assert lines[0] == "5♥ 5♠ K♦ 2♣ and 8♣: 10"
    assert [line.split("  ")[0] for line in lines[1:6]] == [
        "fifteen two",
        "fifteen four",
        "fifteen six",
        "fifteen eight",
        "a pair is ten",
    ]
    assert lines[6] == "Fifteen two, fifteen four, fifteen six, fifteen eight, and a pair is ten."


def test_a_hand_of_nothing_says_so():
    assert cribboard("count", *"2H 4S 6D 8C --starter KC".split()).stdout == "2♥ 4♠ 6♦ 8♣ and K♣: 0\nNothing.\n"


@pytest.mark.parametrize("words", ["5H 10S jd TC --starter 9c", "5♥ 10♠ J♦ 10♣ --starter 9♣"])
def test_cards_may_be_written_as_people_write_them(words):
    answer = told(*words.split())
    assert (answer["cards"], answer["starter"]) == (["5H", "10S", "JD", "10C"], "9C")


def test_the_same_hand_as_json():
    answer = told(*"5H 5S 5D JC --starter 5C".split())
    assert answer["total"] == 29
    assert answer["combinations"][-1] == {
        "kind": "nobs",
        "cards": ["JC"],
        "points": 1,
        "total": 29,
        "said": "his nobs is twenty-nine",
    }


def test_cribs_and_other_games():
    assert told(*"2H 4H 6H 8H --starter KS --crib".split())["total"] == 0
    assert told(*"5H 5S JC --starter 5C --game five".split())["total"] == 15
    assert told(*"5H 5S JC 2H --starter 5C --game five --crib".split())["total"] == 15
    assert told(*"4H 4S 5D 5C 6H --starter 6C --game seven".split())["total"] == 46


def test_the_play():
    answer = told("--play", *"8 7 7 6".split())
    assert [(card["count"], card["points"], card["said"]) for card in answer["cards"]] == [
        (8, 0, "nothing"),
        (15, 2, "fifteen two"),
        (22, 2, "a pair is two"),
        (28, 0, "nothing"),
    ]
    assert "a pair is two" in cribboard("count", "--play", *"8 7 7 6".split()).stdout


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (
            "5H 5S 5D JX --starter 5C",
            "JX is no card: a card is a rank, A 2 … 10 J Q K, and a suit, C D H S, such as 5H",
        ),
        ("5H 5S 5D 1C --starter 5C", "1C is no card"),
        ("5H 5S 5D JC --starter 5", "5 is no card"),
        ("5H 5S 5D 5h --starter 5C", "5H is there twice"),
        ("5H 5S 5D JC --starter 5D", "5D cannot be in the hand and the starter too"),
        ("5H 5S 5D JC QC --starter 5C", "with --game six a hand has 4 cards and the starter, not 5"),
        ("5H 5S --starter 5C --game five --crib", "with --game five a crib has 4 cards and the starter, not 2"),
        ("5H 5S 5D JC", "--starter is missing"),
        ("--play 7 7 7 7 7", "there are only four cards of each rank, and this is the fifth 7"),
        ("--play 7H 8 7H", "7H is there twice"),
        ("--play 7 8x", "8x is no card"),
        ("--play 7 8 --starter 9C", "--play knows neither a starter nor a crib"),
    ],
)
def test_what_cannot_be_counted_is_told_in_one_line(words, error):
    done = cribboard("count", *words.split())
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith(error)
    assert done.stderr.count("\n") == 1


@pytest.mark.deep
def test_a_game_is_printed_or_written_and_plays_as_a_scenario(tmp_path):
    file = tmp_path / "game.txt"
    words = ("play", "--players", 4, "--preset", "match4", "--muggins", "--seed", 3)
    printed = cribboard(*words).stdout
    wrote = cribboard(*words, "--out", file)
    assert wrote.stdout.startswith(f"Wrote {file}: A ")
    assert file.read_text(encoding="utf-8") == printed
    done = cribboard("scenario", file, "--runtime", "both", "--json")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["phase"] == "game-over"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("--preset fivecard --players 3", "fivecard is played by two, not 3"),
        ("--out {}/no/game.txt", "{}/no/game.txt: No such file or directory"),
    ],
)
def test_a_game_that_cannot_be_is_told_in_one_line(words, error, tmp_path):
    done = cribboard("play", *words.format(tmp_path).split())
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == f"{error.format(tmp_path)}\n"
