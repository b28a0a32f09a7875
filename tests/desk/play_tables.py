"""Helpers to seat rounds and enter results at their tables."""

from host_tools.desk.events.round_rules import load_round_rules
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from tests.desk.conftest import cards


def tables(night, number=None):
    """Names by side at each table of a round, the newest where none is named."""
    return {one.table: one.sides for one in night.ask(round_view, number).tables}


def win(night, number, table, *names, loser=90, game=1):
    """The side with one of `names` wins at a table."""
    sides = tables(night, number)[table]
    pegs = [121 if any(name in names for name in side) else loser for side in sides.values()]
    enter(night, number, table, pegs, game)


def enter(night, number, table, pegs, game=1, **options):
    """The front pegs of a game."""
    return night.do(
        lambda desk: enter_result(
            desk.acting("me", options.pop("reason", "")),
            number,
            table,
            cards(desk.event, list(pegs)),
            game=game,
            **options,
        )
    )


def play(night, number, loser=90):
    """Side A wins everywhere, all games of the round; whoever loses has one hole less at each following table."""
    games = night.ask(lambda desk: load_round_rules(desk, number).games)
    for table, sides in tables(night, number).items():
        for game in range(1, games + 1):
            enter(night, number, table, [121] + [loser - table] * (len(sides) - 1), game)


def seat_and_play(night, *numbers):
    """These rounds, one after the other."""
    for number in numbers:
        assert night.do(seat_next, by="me").round == number
        play(night, number)
