"""Every request on a board of many games, in the middle of a count, with no large piece of memory free."""

import json

import pytest

from tests.every_request import every_request
from tests.silicon.conftest import GAMES
from tests.silicon.forked_boards import Copy


@pytest.mark.parametrize("request_fields", every_request(GAMES), ids=json.dumps)
def test_a_request_is_answered_and_the_count_goes_on(fragmented: Copy, request_fields: dict) -> None:
    fragmented.play("A+5")
    outcome = fragmented.ask(20_000, **request_fields)[-1]
    assert outcome.get("error") not in ("memory", "flash")
    fragmented.play("A+1")
    fragmented.play("OK")
    status = fragmented.status()
    assert (status["tracks"]["A"]["front"], status["faults"], status["notes"]) == (6, 0, [])
