"""A page asks the database as often late in an event as early. A player's own page looks up each of their games."""

from sqlalchemy import event

from tests.desk.play_tables import seat_and_play
from tests.desk.web.conftest import Visitor, pages

PAGES = (
    "/", "/standings", "/bracket", "/wall", "/print/cards",
    "/director/check", "/director/live", "/director/people", "/director/prizes", "/director/seats",
)  # fmt: skip


def statements(desk, paths):
    """How many statements each page executes, for the director."""
    director = Visitor(pages(desk))
    director.sign_in()
    asked = []
    event.listen(desk.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    counts = {}
    for path in paths:
        director.text(path)  # what is kept from one request to the next is there
        asked.clear()
        director.text(path)
        counts[path] = len(asked)
    return counts


def test_rounds_that_are_over_cost_no_statement(desk):
    desk.create("acc", 8, rounds=9, fee=1000)
    seat_and_play(desk, 1, 2)
    early = statements(desk, (*PAGES, "/director/round/2"))
    seat_and_play(desk, 3, 4, 5, 6)
    late = statements(desk, (*PAGES, "/director/round/6"))
    assert list(late.values()) == list(early.values())
