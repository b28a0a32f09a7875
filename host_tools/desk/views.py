"""What screens and lists show of an event: read only, ready to be printed or sent."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.entering import versions
from host_tools.desk.event import entrants, kind_of, rounds_seated
from host_tools.desk.model import Event, Score
from host_tools.desk.seating import seating_of


@dataclass(frozen=True)
class TableView:
    """A table in one round. `sides`: names by letter; `scores`: game points by letter of each game that is in.

    `reported`: every game has a result for all sides. `disputed`: two cards differ. `version` goes back to `enter`.
    """

    round: int
    table: int
    sides: dict[str, list[str]]
    ids: dict[str, list[str]]
    scores: list[dict[str, dict[str, int | None]]]
    reported: bool
    disputed: bool
    version: int


@dataclass(frozen=True)
class RoundView:
    """A round: its tables, who sits out, and what was forced in seating it."""

    round: int
    kind: str
    tables: list[TableView]
    out: list[str]
    note: str


def round_view(session: Session, event: Event, number: int | None = None) -> RoundView | None:
    """A round, the newest where none is named; None where it has not been seated."""
    seated = {one.number: one for one in rounds_seated(session, event)}
    number = number or max(seated, default=0)
    if number not in seated:
        return None
    names, seating = entrants(session, event), seating_of(session, event, number)
    scores = _scores(session, event, number)
    games = kind_of(event).games if seated[number].kind == "main" else 1
    version = versions(session, event, number)
    tables = []
    for table in seating.tables:
        sides = dict(zip("ABCD", table.sides, strict=False))
        came = scores.get(table.number, {})
        tables.append(
            TableView(
                number,
                table.number,
                {letter: [names[player].name for player in side] for letter, side in sides.items()},
                {letter: [names[player].code for player in side] for letter, side in sides.items()},
                [came[game][0] for game in sorted(came)],
                len(came) >= games and all(parts.keys() == sides.keys() for parts, _ in came.values()),
                any(disputed for _, disputed in came.values()),
                version[table.number],
            )
        )
    out = [names[player].name for player in seating.out]
    return RoundView(number, seated[number].kind, tables, out, seated[number].note)


def _scores(session: Session, event: Event, number: int) -> dict[int, dict[int, tuple[dict, bool]]]:
    found: dict[int, dict[int, tuple[dict, bool]]] = {}
    query = select(Score).where(Score.event_id == event.id, Score.round == number, Score.table > 0)
    for score in session.scalars(query.order_by(Score.game, Score.side)):
        parts, disputed = found.setdefault(score.table, {}).setdefault(score.game, ({}, False))
        parts[score.side] = {"won": score.won, "points": score.points, "spread": score.spread, "holes": score.holes}
        found[score.table][score.game] = (parts, disputed or score.disputed)
    return found
