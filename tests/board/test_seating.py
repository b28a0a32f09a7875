"""The names of who is to play, told by a cable: displays say them, after a loss of power too."""

import pytest

from tests.display_reader import read

HERE = {"event": "open", "table": 7, "round": 3}


def shown(board):
    board.wait(3000)
    return read(board.hal.displays[0])


@pytest.fixture
def board(bench):
    board = bench()
    board.plug(1)
    return board


def seat(board, names, **fields):
    return board.ask({"do": "configure", **HERE, "names": names, **fields})[-1]


def test_display_says_who_is_to_play_the_round(board):
    assert seat(board, ["Zoë", "Bo"])["ok"]
    assert "Table 7, round 3" in shown(board)
    assert "A Zoë B Bo" in shown(board)
    board.play("A+1")
    assert "Zoë" not in shown(board), "another round"


def test_names_outlast_a_loss_of_power(board):
    seat(board, ["Ann", "Bo"])
    board.cut()
    board.plug(1)
    assert "A Ann B Bo" in shown(board)


def test_board_that_is_told_another_table_has_no_names(board):
    seat(board, ["Ann", "Bo"])
    board.ask({"do": "configure", "table": 8})
    assert "Table 8, round 3" in shown(board)
    assert "Ann" not in shown(board)


def test_empty_list_takes_the_names_away(board):
    seat(board, ["Ann", "Bo"])
    seat(board, [])
    assert "Ann" not in shown(board)


@pytest.mark.parametrize("names", [["Ann"], ["Ann", "Bo", "Cy"], ["Ann", "B" * 21], "Ann", ["Ann", 2], [["Ann"], "Bo"]])
def test_names_that_are_not_one_a_team_are_refused_and_nothing_is_set(board, names):
    refused = seat(board, names, table=9)
    assert (refused["error"], refused["why"]["code"]) == ("bad-value", "bad-names")
    assert board.board.settings.values["table"] == 0


def test_full_flash_keeps_no_names_and_says_so(board):
    seat(board, ["Ann", "Bo"])
    board.hal.disk.rename = refuse
    refused = board.ask({"do": "configure", "names": ["Cy", "Di"]})[-1]
    assert refused["why"]["code"] == "not-kept"
    assert "A Ann B Bo" in shown(board)


def refuse(*_):
    raise OSError(28)
