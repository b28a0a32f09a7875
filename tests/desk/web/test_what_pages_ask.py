"""A page asks the database as often late in an event as early. A player's own page looks up each of their games."""

from sqlalchemy import event

from tests.desk.play_tables import seat_and_play
from tests.desk.web.conftest import Visitor, pages

PAGES = (
    "/", "/standings", "/bracket", "/wall", "/print/cards",
    "/director/check", "/director/live", "/director/people", "/director/prizes", "/director/seats",
)  # fmt: skip


def statements(desk, paths):
    """The statements that each page executes, for the director."""
    director = Visitor(pages(desk)).direct()
    asked = []
    event.listen(desk.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    of_page = {}
    for path in paths:
        director.text(path)  # what is kept from one request to the next is there
        asked.clear()
        director.text(path)
        of_page[path] = list(asked)
    return of_page


def test_rounds_that_are_over_cost_no_statement(desk):
    desk.create("acc", 8, rounds=6, fee=1000)
    seat_and_play(desk, 1, 2)
    early = statements(desk, (*PAGES, "/director/round/2"))
    seat_and_play(desk, 3, 4)
    late = statements(desk, (*PAGES, "/director/round/4"))
    assert list(map(len, late.values())) == list(map(len, early.values()))


def test_scores_are_read_by_pages_that_show_what_comes_of_them_alone(desk):
    """With 300 players in 22 rounds there are 6,600."""
    desk.create("acc", 8, rounds=3)
    seat_and_play(desk, 1, 2, 3)
    asked = statements(desk, ("/print/cards", "/bracket"))
    assert [one for one in asked["/print/cards"] if "FROM score" in one] == []
    # For the seeds, and for whose cards the rulings ask; no game is open, so none is tried either way.
    assert sum("sum(score.points)" in one for one in asked["/bracket"]) == 2
