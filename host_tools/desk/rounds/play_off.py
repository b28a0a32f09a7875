"""Draw the play-off bracket of the best quarter, and seat its rounds."""

import secrets
from collections import Counter
from itertools import groupby

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.events import BRACKET, entrants, log_change, rounds_seated
from host_tools.desk.formats import Meeting, Seating, Table, bracket
from host_tools.desk.rounds.movement_input import NotReadyError
from host_tools.desk.scoring import bracket_places, contenders, ranking, tied_at_the_cut
from host_tools.desk.store import DeskError, Event, Score, Seat
from host_tools.words import word

BEST_OF = (3, 5)


def draw_bracket(session: Session, event: Event, best_of: int, by: str, reason: str = "") -> None:
    """Fix the qualifiers and their seeds. Raises DeskError where it has been done, rounds are missing, or the cut is
    tied."""
    if best_of not in BEST_OF:
        some = word("desk.error.or").join(map(str, BEST_OF))
        raise DeskError(word("desk.error.best_of", some=some, best_of=best_of))
    if event.best_of:
        raise DeskError(word("desk.error.drawn", event=event.name))
    seated = len(rounds_seated(session, event))
    if seated < event.rounds:
        raise DeskError(word("desk.error.not_last", seated=seated, rounds=event.rounds))
    order = ranking(session, event)
    players = entrants(session, event)
    tied = tied_at_the_cut(order)
    if tied:
        names = ", ".join(players[number].name for number in tied)
        raise DeskError(word("event.bracket.level", names=names, round=seated + 1))
    lots = _draw_seeds(order, players)
    event.best_of = best_of
    seeds = {str(one.seed): one.code for one in sorted(players.values(), key=lambda one: one.seed or 0) if one.seed}
    log_change(session, event, by, "bracket drawn", reason, {"best_of": best_of, "seeds": seeds, "by lot": lots})


def _draw_seeds(order, players) -> list[list[str]]:
    """Seed the qualifiers; tied players draw lots. Returns each drawing's players in the order drawn."""
    seed, lots = 0, []
    qualified = contenders(order)[: bracket_places(order)]
    for _, group in groupby(qualified, key=lambda one: one[0]):
        level = [line.number for _, line in group]
        if len(level) > 1:
            secrets.SystemRandom().shuffle(level)
            lots.append([players[number].code for number in level])
        for number in level:
            seed += 1
            players[number].seed = seed
    return lots


def bracket_seeds(session: Session, event: Event) -> dict[int, int]:
    """The player of each seed, as drawn, or as it would be by the present standings."""
    if event.best_of:
        return {one.seed: number for number, one in entrants(session, event).items() if one.seed}
    order = ranking(session, event)
    return {seed: line.number for seed, (_, line) in enumerate(contenders(order)[: bracket_places(order)], 1)}


def stages_seated(session: Session, event: Event) -> list[int]:
    """The round numbers of the bracket's seated rounds."""
    return [one.number for one in rounds_seated(session, event) if one.kind == BRACKET]


def bracket_rounds(session: Session, event: Event) -> list[list[Meeting]]:
    """The bracket as it stands."""
    by_seed = bracket_seeds(session, event)
    return bracket(len(by_seed), _advanced_seeds(session, event, by_seed) if event.best_of else {})


def play_off_wins(session: Session, event: Event) -> Counter[tuple[int, int, int]]:
    """Games won in the bracket by (round of the bracket, table, player)."""
    stage = {number: i for i, number in enumerate(stages_seated(session, event), 1)}
    columns = (Score.round, Score.table, Score.player)
    query = select(*columns).where(Score.event_id == event.id, Score.round.in_(stage), Score.won == 1)
    return Counter((stage[row.round], row.table, row.player) for row in session.execute(query))


def meetings_won(session: Session, event: Event) -> dict[tuple[int, int], int]:
    """The player who has won each meeting of the bracket, by (round of the bracket, table)."""
    wins = play_off_wins(session, event)
    return {(stage, table): player for (stage, table, player), n in wins.items() if 2 * n > event.best_of}


def _advanced_seeds(session: Session, event: Event, by_seed: dict[int, int]) -> dict[tuple[int, int], int]:
    """The seed that advanced from each meeting: who sits in the next round, or before it is seated, who has won."""
    seed_of = {player: seed for seed, player in by_seed.items()}
    won = {place: seed_of[player] for place, player in meetings_won(session, event).items() if player in seed_of}
    sitting = _sitting(session, event)
    for (stage, table), seed in won.items():
        players = sitting.get((stage + 1, (table + 1) // 2), [])
        before = sitting.get((stage, table), [])
        won[stage, table] = next((seed_of[one] for one in players if one in before and one in seed_of), seed)
    return won


def _sitting(session: Session, event: Event) -> dict[tuple[int, int], list[int]]:
    """Who sits at each table of the bracket, by (round of the bracket, table)."""
    stage = {number: i for i, number in enumerate(stages_seated(session, event), 1)}
    found: dict[tuple[int, int], list[int]] = {}
    query = select(Seat.round, Seat.table, Seat.player).where(Seat.event_id == event.id, Seat.round.in_(stage))
    for row in session.execute(query):
        found.setdefault((stage[row.round], row.table), []).append(row.player)
    return found


def seat_bracket(session: Session, event: Event, stage: int | None = None) -> Seating:
    """Compute the seating of a bracket round (default: the next). Raises DeskError where the one before is
    undecided."""
    by_seed = bracket_seeds(session, event)
    stage = stage or len(stages_seated(session, event)) + 1
    stages = bracket_rounds(session, event)
    if stage > len(stages):
        raise DeskError(word("desk.error.play_off_over", event=event.name, rounds=len(stages)))
    waiting = [meeting.table for one in stages[: stage - 1] for meeting in one if meeting.winner is None]
    if waiting:
        raise NotReadyError(word("desk.error.play_off_open", tables=", ".join(map(str, waiting))))
    tables = [
        Table(meeting.table, ((by_seed[meeting.high],), (by_seed[meeting.low],)))
        for meeting in stages[stage - 1]
        if meeting.high and meeting.low
    ]
    return Seating(tuple(tables))
