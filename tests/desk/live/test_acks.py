"""Tests of acks: how far a board's log is acknowledged, also where forged lines make several chains."""

from collections import namedtuple

import pytest

from firmware.journal.seal import FIRST_PREV
from host_tools.desk.live.acks import make_ack
from tests.desk.live.running_desks import KEY

Row = namedtuple("Row", "n digest prev end sealed log")


def ack(rows, digest=""):
    found = make_ack(rows, "Night", bytes.fromhex(KEY), digest)
    return found.n, found.digest, found.got


def row(n, digest, prev, sealed=True, log=0):
    return Row(n, digest, prev, "played", sealed, log)


def test_a_sealed_line_counts_before_a_longer_chain_of_forged_ones():
    rows = [row(1, "a", FIRST_PREV), row(2, "x", "a", False), row(3, "y", "x", False), row(2, "b", "a")]
    assert ack(rows) == (2, "b", None)
    assert ack(rows, "b") == (2, "b", 2)


@pytest.mark.parametrize("asked", ["b", "x"])
def test_of_chains_that_nobody_can_tell_apart_the_answer_is_about_the_one_that_asks(asked):
    """A board with a wrong key: its own lines are held for their seal as well."""
    rows = [row(1, "a", FIRST_PREV, False), row(2, "b", "a", False), row(2, "x", "a", False)]
    assert ack(rows, asked) == (2, asked, 2)


def test_what_somebody_else_may_have_written_answers_no_line_of_the_board():
    """It is answered by its hash, and how far the board's log is complete stays what it was."""
    rows = [row(1, "a", FIRST_PREV), row(2, "b", "a"), row(4, "x", "?", False)]
    assert ack(rows) == (2, "b", None)
    assert make_ack(rows, "Night", bytes.fromhex(KEY), "x") == (2, "b", 4, "x")


def test_lines_of_an_earlier_event_are_complete_where_a_sealed_line_names_their_hash():
    rows = [row(1, "a", FIRST_PREV, False), row(2, "b", "a", False), row(3, "c", "b"), row(3, "x", "b", False)]
    assert ack(rows) == (3, "c", None)


def test_a_board_that_has_lost_its_memory_is_told_of_its_new_log():
    rows = [row(1, "a", FIRST_PREV), row(2, "b", "a"), row(1, "c", FIRST_PREV, log=1)]
    assert ack(rows) == (1, "c", None)


def test_nothing_is_kept():
    assert ack([]) == (0, FIRST_PREV, None)
