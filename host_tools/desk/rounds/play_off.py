"""After the last round: ties for first, and the bracket of the best quarter."""

from collections import Counter
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.events import entrants, rounds_seated, write_diary
from host_tools.desk.formats import Field, Meeting, Seating, Table, bracket, qualifiers, seat_circle
from host_tools.desk.scoring import ranking
from host_tools.desk.store import DeskError, Event, Score
from host_tools.words import word

BEST_OF = (3, 5)


def tied_for_first(session: Session, event: Event) -> list[int]:
    """Players who share the first place, if several do."""
    first = [line.number for rank, line in ranking(session, event) if rank == 1]
    return first if len(first) > 1 else []


def seat_tied(tied: Sequence[int], number: int) -> Seating:
    """The play-off's round `number`: everybody who is tied meets everybody."""
    turn = (number - 1) % (len(tied) - 1 + len(tied) % 2) + 1
    return seat_circle(Field(tuple(tied), turn))


def draw_bracket(session: Session, event: Event, best_of: int, by: str) -> None:
    """Fix who has qualified, and their seeds. Raises DeskError while rounds are to be seated, or it has been done."""
    if best_of not in BEST_OF:
        some = word("desk.error.or").join(map(str, BEST_OF))
        raise DeskError(word("desk.error.best_of", some=some, best_of=best_of))
    if event.best_of:
        raise DeskError(word("desk.error.drawn", event=event.name))
    seated = len(rounds_seated(session, event))
    if seated < event.rounds:
        raise DeskError(word("desk.error.not_last", seated=seated, rounds=event.rounds))
    players = entrants(session, event)
    order = ranking(session, event)
    for seed, (_, line) in enumerate(order[: qualifiers(len(order))], 1):
        players[line.number].seed = seed
    event.best_of = best_of
    write_diary(session, event, by, "bracket drawn", detail={"best_of": best_of})


def bracket_seeds(session: Session, event: Event) -> dict[int, int]:
    """Player by seed: as drawn, or as it would be by the present standings."""
    players = entrants(session, event)
    if event.best_of:
        return {player.seed: number for number, player in players.items() if player.seed}
    order = ranking(session, event)
    return {seed: line.number for seed, (_, line) in enumerate(order[: qualifiers(len(order))], 1)}


def bracket_rounds(session: Session, event: Event) -> list[list[Meeting]]:
    """The bracket as it stands."""
    by_seed = bracket_seeds(session, event)
    return bracket(len(by_seed), _won(session, event, by_seed) if event.best_of else {})


def play_off_wins(session: Session, event: Event) -> Counter[tuple[int, int, int]]:
    """Games won in the play-off by (round of the play-off, table, player)."""
    columns = (Score.round, Score.table, Score.player, Score.won)
    query = select(*columns).where(Score.event_id == event.id, Score.round > event.rounds)
    return Counter((row.round - event.rounds, row.table, row.player) for row in session.execute(query) if row.won)


def _won(session: Session, event: Event, by_seed: dict[int, int]) -> dict[tuple[int, int], int]:
    seed_of = {player: seed for seed, player in by_seed.items()}
    wins = play_off_wins(session, event)
    return {(number, table): seed_of[player] for (number, table, player), n in wins.items() if 2 * n > event.best_of}


def seat_bracket(session: Session, event: Event, number: int) -> Seating:
    """The bracket's next round. Raises DeskError while the one before is not decided, or when there is none."""
    by_seed = bracket_seeds(session, event)
    turn = number - event.rounds
    stages = bracket_rounds(session, event)
    if turn > len(stages):
        raise DeskError(word("desk.error.play_off_over", event=event.name, rounds=len(stages)))
    waiting = [meeting.table for stage in stages[: turn - 1] for meeting in stage if meeting.winner is None]
    if waiting:
        raise DeskError(word("desk.error.play_off_open", tables=", ".join(map(str, waiting))))
    tables = [
        Table(meeting.table, ((by_seed[meeting.high],), (by_seed[meeting.low],)))
        for meeting in stages[turn - 1]
        if meeting.high and meeting.low
    ]
    return Seating(tuple(tables))
