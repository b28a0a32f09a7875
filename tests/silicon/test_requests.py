"""Every request on a board of many games, in the middle of a count, with no large piece of memory free."""

from tests.every_request import every_request
from tests.silicon.conftest import GAMES
from tests.silicon.forked_boards import Copy

LONG = ({"do": "results", "since": 0}, {"do": "results", "since": GAMES // 2})
"""List many results: the same lines as the others, and longer than these tests may take."""


def test_requests_are_answered_and_the_count_goes_on(board: Copy) -> None:
    board.press("A+1")
    requests = [request for request in every_request(GAMES) if request not in LONG]
    # The award first: a decision drops the count.
    requests.sort(key=lambda request: request["do"] != "judge")
    for request in requests:
        outcome = board.ask(20_000, **request)[-1]
        assert outcome.get("error") not in ("memory", "flash"), (request, outcome)
        board.press("A+1")
    board.press("OK")
    status = board.status()
    assert (status["tracks"]["A"]["front"], status["faults"], status["notes"]) == (5 + len(requests), 0, [])
