"""Change the qualifiers by the director's decision: seat an extra game, replace a qualifier, redraw the bracket."""

from collections.abc import Sequence

from sqlalchemy import select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.round_rules import BRACKET, PLAY_OFF
from host_tools.desk.formats.movements import Field, seat_circle
from host_tools.desk.rounds.movement_input import in_finals_hall
from host_tools.desk.rounds.play_off import draw_bracket, stages_seated
from host_tools.desk.rounds.reseat import newest_round, unseat_round
from host_tools.desk.rounds.seating import next_round, write_seating
from host_tools.desk.rounds.tie_play_offs import store_tied_players
from host_tools.desk.scoring.standings import ranking
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Score, Seat
from host_tools.i18n import message


def seat_extra_game(desk: Desk, players: Sequence[int]) -> int:
    """Seat an extra game between two players, as a round after the main rounds. Returns its number. Raises DeskError.

    It breaks a tie between them; if they are not tied, the director decides who advances by it.
    """
    round_number, _ = next_round(desk)
    if round_number <= desk.event.rounds:
        raise DeskError(message("event.bracket.extra_late", round=round_number, rounds=desk.event.rounds))
    if len(set(players)) != 2 or len(players) != 2:
        raise DeskError(message("event.bracket.extra_two"))
    rank = {totals.number: rank for rank, totals in ranking(desk)}
    store_tied_players(desk, round_number, {min(rank[player] for player in players): list(players)})
    seating = in_finals_hall(desk, seat_circle(Field(tuple(players))))
    write_seating(desk, round_number, PLAY_OFF, seating)
    people = entrants(desk)
    detail = {"round": round_number, "players": [people[player].code for player in players]}
    log_change(desk, "extra game", detail)
    return round_number


def replace_qualifier(desk: Desk, leaving: int, coming: int) -> None:
    """Give player `coming` the seed and seats of qualifier `leaving`. Raises DeskError if `leaving` has played in the
    bracket."""
    people = entrants(desk)
    leaver, replacement = people[leaving], people[coming]
    if not leaver.seed:
        raise DeskError(message("event.bracket.not_in", name=leaver.name))
    if replacement.seed:
        raise DeskError(message("event.bracket.is_in", name=replacement.name, seed=replacement.seed))
    stages = stages_seated(desk)
    played = (Score.event_id == desk.event.id, Score.player == leaving, Score.round.in_(stages))
    if desk.session.scalar(select(Score.round).where(*played).limit(1)):
        raise DeskError(message("event.bracket.has_played", name=leaver.name))
    replacement.seed, leaver.seed = leaver.seed, None
    for seat in desk.session.scalars(
        select(Seat).where(Seat.event_id == desk.event.id, Seat.player == leaving, Seat.round.in_(stages))
    ):
        seat.player = coming
    detail = {"out": leaver.code, "in": replacement.code, "seed": replacement.seed}
    log_change(desk, "replaced", detail)


def redraw_bracket(desk: Desk) -> None:
    """Redraw the bracket by the present standings. Raises DeskError if it is not drawn, or has been played in."""
    if not desk.event.best_of:
        raise DeskError(message("event.bracket.not_drawn", event=desk.event.name))
    if stages_seated(desk):
        if newest_round(desk).kind != BRACKET or len(stages_seated(desk)) > 1:
            raise DeskError(message("event.bracket.played_in"))
        unseat_round(desk)
    best_of, desk.event.best_of = desk.event.best_of, 0
    for player in entrants(desk).values():
        player.seed = None
    desk.session.flush()
    draw_bracket(desk, best_of)
