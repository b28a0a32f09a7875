"""Tests of acks: how far a board's log is acknowledged, also where forged lines make several chains."""

from collections import namedtuple

import pytest
from desk.live.running_desks import KEY

from firmware.journal.seal import FIRST_PREV
from host_tools.desk.live.acks import make_ack

Row = namedtuple("Row", "n digest prev end held")


def ack(rows, digest=""):
    found = make_ack(rows, "Night", bytes.fromhex(KEY), digest)
    return found.n, found.digest, found.got


def row(n, digest, prev, held=""):
    return Row(n, digest, prev, "played", held)


def test_a_sealed_line_counts_before_a_longer_chain_of_forged_ones():
    rows = [row(1, "a", FIRST_PREV), row(2, "x", "a", "seal"), row(3, "y", "x", "seal"), row(2, "b", "a")]
    assert ack(rows) == (2, "b", None)
    assert ack(rows, "b") == (2, "b", 2)


@pytest.mark.parametrize("asked", ["b", "x"])
def test_of_chains_that_nobody_can_tell_apart_the_answer_is_about_the_one_that_asks(asked):
    """A board with a wrong key: its own lines are held for their seal as well."""
    rows = [row(1, "a", FIRST_PREV, "seal"), row(2, "b", "a", "seal"), row(2, "x", "a", "seal")]
    assert ack(rows, asked) == (2, asked, 2)


def test_nothing_is_kept():
    assert ack([]) == (0, FIRST_PREV, None)
