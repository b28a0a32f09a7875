"""Helpers to seat rounds and enter results at their tables."""

from sqlalchemy import select

from host_tools.desk.events.round_rules import load_round_rules
from host_tools.desk.intake.hold_lines import hold_lines
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.intake.parse_cards import cards_from_scores
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.model import Card, Sitting
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
    night.do(_play, number, loser)


def _play(desk, number, loser=90):
    games = load_round_rules(desk, number).games
    enter_all(
        desk,
        number,
        {
            (one.table, game): [121] + [loser - one.table] * (len(one.sides) - 1)
            for one in round_view(desk, number).tables
            for game in range(1, games + 1)
        },
    )


def enter_all(desk, number, pegs):
    """The front pegs of all of a round's games, by (table, game), as `enter_result` stores them one by one: scores are
    computed once."""
    preset = load_round_rules(desk, number).preset
    of_round = select(Sitting).where(Sitting.event_id == desk.event.id, Sitting.round == number)
    sittings = {sitting.table: sitting for sitting in desk.session.scalars(of_round)}
    for (table, game), front in pegs.items():
        place = {"event_id": desk.event.id, "round": number, "table": table, "game": game}
        rest = {"source": "typed", "code": "", "reason": "", "by": "me", "replaces": None}
        for side, card in cards_from_scores(preset, list(front)).items():
            desk.session.add(Card(**place, **rest, side=side, **vars(card)))
        sittings[table].changes += 1
    hold_lines(desk, (), {(number, table) for table, _ in pegs})


def seat_and_play(night, *numbers):
    """These rounds, one after the other."""
    for number in numbers:
        night.do(_seat_and_play, number)


def _seat_and_play(desk, number):
    assert seat_next(desk.acting("me")).round == number
    desk.session.flush()
    _play(desk, number)
