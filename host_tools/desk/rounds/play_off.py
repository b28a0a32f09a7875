"""Draw the play-off bracket of the best quarter of the players, and seat its rounds.

Those who did not qualify may play an event of their own, whose roster is built here too.
"""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from sqlalchemy import select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrants, person_names, shown_names
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.events.hall_rows import finals_hall, newest_rounds
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.events.round_rules import BRACKET
from host_tools.desk.formats.bracket import Meeting, bracket
from host_tools.desk.formats.event_formats import Format
from host_tools.desk.formats.movements import Seating, Table
from host_tools.desk.rounds.movement_input import NotReadyError, in_finals_hall
from host_tools.desk.scoring.ranking import Totals, bracket_places, contenders, tied_at_the_cut
from host_tools.desk.scoring.standings import compute_standings, ranking
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Entrant, Score, Seat
from host_tools.i18n import message, plural
from host_tools.table_numbers import event_table, number_in_hall, tables_text

BEST_OF = (3, 5)


def draw_bracket(desk: Desk, best_of: int) -> None:
    """Store the qualifiers' seeds, for matches of up to `best_of` games, 3 or 5. Raises DeskError if the bracket is
    already drawn, rounds are missing, or the cut is tied."""
    if best_of not in BEST_OF:
        choices = message("desk.error.or").join(map(str, BEST_OF))
        raise DeskError(message("desk.error.best_of", some=choices, best_of=best_of))
    if desk.event.best_of:
        raise DeskError(message("desk.error.drawn", event=desk.event.name))
    seated = min([len(rounds_seated(desk)), *newest_rounds(desk).values()])
    if seated < desk.event.rounds:
        raise DeskError(message("desk.error.not_last", seated=seated, rounds=desk.event.rounds))
    ranked = ranking(desk)
    players = entrants(desk)
    tied = tied_at_the_cut(ranked)
    if tied:
        shown = shown_names(desk)
        names = ", ".join(shown[player] for player in tied)
        level = message("event.bracket.level", names=names, round=len(rounds_seated(desk)) + 1)
        raise DeskError(level)
    lots = _draw_seeds(ranked, players)
    desk.event.best_of = best_of
    by_seed = sorted((player.seed, player.code) for player in players.values() if player.seed)
    seeds = {str(seed): code for seed, code in by_seed}
    log_change(desk, "bracket drawn", {"best_of": best_of, "seeds": seeds, "by lot": lots})


def _draw_seeds(ranked: Sequence[tuple[int, Totals]], players: Mapping[int, Entrant]) -> list[list[str]]:
    """Set the qualifiers' seeds; tied players draw lots. Returns each drawing: the players' ids in the order drawn."""
    seed, lots = 0, []
    qualified = contenders(ranked)[: bracket_places(ranked)]
    for _, group in groupby(qualified, key=lambda item: item[0]):
        tied = [totals.number for _, totals in group]
        if len(tied) > 1:
            secrets.SystemRandom().shuffle(tied)
            lots.append([players[player].code for player in tied])
        for player in tied:
            seed += 1
            players[player].seed = seed
    return lots


def bracket_seeds(desk: Desk) -> dict[int, int]:
    """Return the player's number by seed, as drawn; before the draw, as it would be by the present standings."""
    if desk.event.best_of:
        return {player.seed: number for number, player in entrants(desk).items() if player.seed}
    ranked = ranking(desk)
    return {seed: totals.number for seed, (_, totals) in enumerate(contenders(ranked)[: bracket_places(ranked)], 1)}


def stages_seated(desk: Desk) -> list[int]:
    """Return the numbers of the seated rounds that belong to the bracket, in order."""
    return [round_.number for round_ in rounds_seated(desk) if round_.kind == BRACKET]


def bracket_rounds(desk: Desk, by_seed: dict[int, int]) -> list[list[Meeting]]:
    """Compute the meetings of each round of the bracket of these seeds (`bracket_seeds`), with winners so far."""
    return bracket(len(by_seed), _advanced_seeds(desk, by_seed) if desk.event.best_of else {})


def play_off_wins(desk: Desk) -> Counter[tuple[int, int, int]]:
    """Count games won in the bracket, by (round of the bracket from 1, table, player)."""
    stage_of_round = {round_number: i for i, round_number in enumerate(stages_seated(desk), 1)}
    columns = (Score.round, Score.table, Score.player)
    query = select(*columns).where(Score.event_id == desk.event.id, Score.round.in_(stage_of_round), Score.won == 1)
    return Counter(
        (stage_of_round[row.round], number_in_hall(row.table), row.player) for row in desk.session.execute(query)
    )


def meetings_won(desk: Desk) -> dict[tuple[int, int], int]:
    """Return the player who has won each decided meeting, by (round of the bracket from 1, table)."""
    wins = play_off_wins(desk)
    return {(stage, table): player for (stage, table, player), n in wins.items() if 2 * n > desk.event.best_of}


def play_off_places(desk: Desk) -> dict[int, int]:
    """Return the place in which each player ends the play-off; {} if none has been drawn.

    Those beaten in one round share a place. Who is still in has the place of the seed among those who are.
    """
    if not desk.event.best_of:
        return {}
    by_seed = bracket_seeds(desk)
    places: dict[int, int] = {}
    for meetings in bracket_rounds(desk, by_seed):
        for meeting in meetings:
            if meeting.winner is not None and meeting.high and meeting.low:
                loser = meeting.low if meeting.winner == meeting.high else meeting.high
                places[by_seed[loser]] = len(meetings) + 1
    still_in = [player for _, player in sorted(by_seed.items()) if player not in places]
    return places | {player: place for place, player in enumerate(still_in, 1)}


def is_play_off_over(desk: Desk) -> bool:
    """Return whether every meeting of a drawn bracket is decided; True if none has been drawn."""
    return not desk.event.best_of or all(
        meeting.winner is not None for meetings in bracket_rounds(desk, bracket_seeds(desk)) for meeting in meetings
    )


def _advanced_seeds(desk: Desk, by_seed: dict[int, int]) -> dict[tuple[int, int], int]:
    """Return the seed that advanced from each decided meeting, by (round of the bracket from 1, table).

    A player seated in the next round has advanced, even if a correction has since made the opponent the winner.
    """
    seed_of = {player: seed for seed, player in by_seed.items()}
    advanced = {place: seed_of[player] for place, player in meetings_won(desk).items() if player in seed_of}
    players_at = _players_at_tables(desk)
    for (stage, table), winner in advanced.items():
        opponents = players_at.get((stage, table), [])
        # Tables 1 and 2 lead to table 1 of the next round, 3 and 4 to table 2.
        next_table = players_at.get((stage + 1, (table + 1) // 2), [])
        seated = (seed_of[player] for player in next_table if player in opponents and player in seed_of)
        advanced[stage, table] = next(seated, winner)
    return advanced


def _players_at_tables(desk: Desk) -> dict[tuple[int, int], list[int]]:
    """Query the players at each table of the bracket, by (round of the bracket from 1, table)."""
    stage_of_round = {round_number: i for i, round_number in enumerate(stages_seated(desk), 1)}
    players_at: dict[tuple[int, int], list[int]] = {}
    query = select(Seat.round, Seat.table, Seat.player).where(
        Seat.event_id == desk.event.id, Seat.round.in_(stage_of_round)
    )
    for row in desk.session.execute(query):
        players_at.setdefault((stage_of_round[row.round], number_in_hall(row.table)), []).append(row.player)
    return players_at


def bracket_seating(desk: Desk, stage: int | None = None) -> Seating:
    """Compute the seating of round `stage` of the bracket, from 1 (default: the next). Raises NotReadyError if an
    earlier meeting is undecided, DeskError if the bracket is over."""
    by_seed = bracket_seeds(desk)
    stage = stage or len(stages_seated(desk)) + 1
    stages = bracket_rounds(desk, by_seed)
    if stage > len(stages):
        raise DeskError(plural("desk.error.play_off_over", len(stages), event=desk.event.name))
    waiting = [meeting.table for meetings in stages[: stage - 1] for meeting in meetings if meeting.winner is None]
    if waiting:
        raise NotReadyError(
            message(
                "desk.error.play_off_open",
                tables=tables_text(event_table(finals_hall(desk), table) for table in waiting),
            )
        )
    tables = [
        Table(meeting.table, ((by_seed[meeting.high],), (by_seed[meeting.low],)))
        for meeting in stages[stage - 1]
        if meeting.high and meeting.low
    ]
    return in_finals_hall(desk, Seating(tuple(tables)))


def consolation_roster(desk: Desk) -> list[Entry]:
    """Build the roster of all players outside the bracket who have not left, best first.

    Raises DeskError before the bracket has been drawn, or if fewer than two players remain.
    """
    if not desk.event.best_of:
        raise DeskError(message("event.bracket.not_drawn", event=desk.event.name))
    people = entrants(desk)
    kind = format_of(desk.event)
    entries = []
    for standing in compute_standings(desk):
        player = people[standing.number]
        if player.seed is None and player.left is None:
            entries.append(_entry(kind, player, player.member or player.code))
    if len(entries) < 2:
        raise DeskError(message("event.bracket.nobody_left", event=desk.event.name))
    return entries


def roster_of(desk: Desk) -> list[Entry]:
    """Build the roster of all players, in roster order. Who was given no id has none: seasons know them by name."""
    kind = format_of(desk.event)
    return [_entry(kind, player, player.member) for player in entrants(desk).values()]


def _entry(kind: Format, player: Entrant, id: str) -> Entry:
    return Entry(0, person_names(kind, player)[0], id, player.partner, player.club)
