"""The results of an event as one club tells them to another."""

from dataclasses import dataclass
from datetime import UTC, datetime

from host_tools.desk.review.reasons_not_final import reasons_not_final
from host_tools.desk.rounds.bracket_view import bracket_view
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.desk import Desk


class SheetError(DeskError):
    """A text that is no sheet of results, or whose signature is wrong."""


@dataclass(frozen=True)
class SheetRow:
    """A player's place. `rank` is 0 for one who is not ranked."""

    rank: int
    id: str
    name: str
    points: int
    won: int
    lost: int
    net: int


@dataclass(frozen=True)
class ResultsSheet:
    """An event's results. `uid`: its id on boards; `begun`, `signed`: dates (ISO 8601), the second in UTC; `final`:
    nothing was open when it was signed; `champion`: the winner of the play-off, "" for none."""

    event: str
    uid: str
    format: str
    rounds: int
    begun: str
    signed: str
    final: bool
    champion: str
    rows: tuple[SheetRow, ...]


def build_sheet(desk: Desk, now: datetime | None = None) -> ResultsSheet:
    """Build the sheet of the event's present results."""
    return ResultsSheet(
        event=desk.event.name,
        uid=desk.event.uid,
        format=desk.event.format,
        rounds=desk.event.rounds,
        begun=desk.event.date,
        signed=(now or datetime.now(UTC)).date().isoformat(),
        final=not reasons_not_final(desk),
        champion=_champion(desk),
        rows=tuple(
            SheetRow(one.rank if one.ranked else 0, one.id, one.name, one.points, one.won, one.lost, one.net)
            for one in compute_standings(desk)
        ),
    )


def _champion(desk: Desk) -> str:
    """Return the name of the winner of the play-off; "" before there is one."""
    stages = bracket_view(desk).rounds if desk.event.best_of else []
    return (stages[-1][0].winner or "") if stages else ""
