"""Read model of the play-off bracket, for pages and lists."""

from collections.abc import Mapping
from dataclasses import dataclass

from host_tools.desk.events.entrants import shown_names
from host_tools.desk.events.hall_rows import finals_hall
from host_tools.desk.formats.bracket import Meeting
from host_tools.desk.rounds.play_off import bracket_rounds, bracket_seeds, play_off_wins
from host_tools.desk.store.desk import Desk
from host_tools.table_numbers import event_table


@dataclass(frozen=True)
class MeetingView:
    """A meeting of the bracket; `seeds`, `names` ("" if not known) and games `won` of the higher and the lower seed."""

    round: int
    table: int
    seeds: tuple[int | None, int | None]
    names: tuple[str, str]
    won: tuple[int, int]
    bye: bool
    winner: str


@dataclass(frozen=True)
class BracketView:
    """The play-off bracket. `drawn`: its qualifiers are fixed; else they are those by the present standings."""

    drawn: bool
    best_of: int
    qualifiers: int
    byes: int
    rounds: list[list[MeetingView]]

    @property
    def over(self) -> bool:
        """Whether the final has been won."""
        return self.drawn and bool(self.rounds) and bool(self.rounds[-1][-1].winner)


def bracket_view(desk: Desk) -> BracketView:
    """Build the bracket's read model, as drawn, or as it would be drawn by the present standings."""
    by_seed, names = bracket_seeds(desk), shown_names(desk)
    won = play_off_wins(desk)
    stages = bracket_rounds(desk, by_seed)
    hall = finals_hall(desk)
    meetings = [[_meeting_view(meeting, hall, by_seed, names, won) for meeting in stage] for stage in stages]
    byes = sum(meeting.bye for meeting in stages[0]) if stages else 0
    return BracketView(bool(desk.event.best_of), desk.event.best_of, len(by_seed), byes, meetings)


def _meeting_view(
    meeting: Meeting,
    hall: int,
    by_seed: Mapping[int, int],
    names: Mapping[int, str],
    won: Mapping[tuple[int, int, int], int],
) -> MeetingView:
    """Build a meeting's view; `by_seed`: player's number, `names`: players' by number, `won`: games won by (round of
    the bracket, table, player)."""
    seeds = (meeting.high, meeting.low)
    players = [by_seed.get(seed) if seed else None for seed in seeds]
    player_names = [names[player] if player else "" for player in players]
    games = [won[meeting.round, meeting.table, player] if player else 0 for player in players]
    winner = names[by_seed[meeting.winner]] if meeting.winner else ""
    fields = (seeds, (player_names[0], player_names[1]), (games[0], games[1]), meeting.bye, winner)
    return MeetingView(meeting.round, event_table(hall, meeting.table), *fields)
