"""What a player's page says of each game: whether it has arrived, when, whether it counts, and the board's code."""

import html
import re

import pytest

from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.results.result_line import parse_line
from tests.desk.board_log import BoardLog
from tests.desk.conftest import once
from tests.desk.web.conftest import pages

KEY = "5eed" * 8


@once
def night(desk):
    desk.create(rounds=3, key=KEY)
    desk.do(seat_next, by="test")


def receipt(night, language="en"):
    """Of the player on side A at table 1."""
    (who,) = next(one.ids["A"] for one in night.ask(round_view, 1).tables if one.table == 1)
    answer = pages(night).test_client().get(f"/player/{who}", headers={"Accept-Language": language})
    text = html.unescape(answer.text)
    found = re.findall(r'<tr class="receipt"><td class="quiet" colspan="5">(.*?)</td>', text)
    return [re.sub(r"\s+", " ", part) for part in found]


def test_a_result_that_has_not_arrived_is_said_to_be_missing(night):
    assert receipt(night) == ["the result has not arrived yet"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", r"committed \d\d:\d\d, counts, 3 points"), ("fr", r"enregistrée à \d\d:\d\d, compte, 3 points")],
)
def test_a_result_that_counts_is_said_to_with_its_time_and_code(night, language, said):
    line = BoardLog("b1", "Night", bytes.fromhex(KEY), "acc").game(1, 1, 121, 80)
    night.do(import_lines, [("", 1, line)], by="test")
    (text,) = receipt(night, language)
    assert re.fullmatch(said + f" · code {parse_line(line).code}", text), text


def test_a_result_that_is_held_is_said_to_wait_for_the_director(night):
    line = BoardLog("b1", "Night", bytes.fromhex(KEY), "match4").game(1, 1, 121, 80)
    night.do(import_lines, [("", 1, line)], by="test")
    (text,) = receipt(night)
    assert text == f"arrived, does not count yet: the director decides · code {parse_line(line).code}"


def test_of_results_that_wait_the_sealed_one_tells_its_code(night):
    forged = BoardLog("b2", "Night", b"", "acc").game(1, 1, 90, 121)
    line = BoardLog("b1", "Night", bytes.fromhex(KEY), "match4").game(1, 1, 121, 80)
    night.do(import_lines, [("", 1, forged), ("", 2, line)], by="test")
    (text,) = receipt(night)
    assert text.endswith(f"code {parse_line(line).code}")
