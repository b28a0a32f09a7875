"""Recompute the scores of tables from all of their lines and cards.

Scores depend on which lines and cards there are and which are held, never on the order in which they came.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Row, delete, select
from sqlalchemy.orm import Session

from firmware.rules.preset import Preset
from host_tools.desk.events import round_rules
from host_tools.desk.results import CLEARED, REOPENED, Side, unpack_sides
from host_tools.desk.scoring.cross_check import WrittenCard, cards_agree
from host_tools.desk.store import Card, Event, Line, Score, Seat, add_rows, batches, now

Key = tuple[int, int]
"""A table in a round: (round, table)."""

_AT_ONCE = 1000
_NO_OBJECTS = {"synchronize_session": False}
"""Nobody holds a score: they are read anew."""
_CANCELS = (REOPENED, CLEARED)

Sides = dict[str, list[int]]
"""Players by the letter of their side."""


def recompute_scores(session: Session, event: Event, keys: Iterable[Key]) -> None:
    """Recompute the scores of these tables. Tables where nobody has been seated have none."""
    session.flush()
    rules = round_rules(session, event)
    for part in keys_by_round(keys):
        seats = seats_at(session, event, part)
        came = lines_at(session, event, part)
        cards = current_cards(session, event, part)
        here = [(key, seats[key]) for key in part if key in seats]
        rows = [
            row
            for key, sides in here
            for row in _table(event.id, key, sides, came[key], cards[key], rules[key[0]].preset)
        ]
        _date(rows, session.execute(select(*_DATED).where(*_here(Score, event, part))))
        session.execute(delete(Score).where(*_here(Score, event, part)), execution_options=_NO_OBJECTS)
        add_rows(session, Score, rows)


_SCORES = Score.__table__.c
_PLACE = ("round", "table", "game", "player")
_WORTH = ("won", "points", "spread", "level", "holes")
_DATED = [_SCORES[name] for name in (*_PLACE, *_WORTH, "since")]


def _date(rows: list[dict[str, Any]], before: Iterable[Row]) -> None:
    """Since when each score has been what it is: what is computed anew to the same keeps its date."""
    dates = {tuple(row[:-1]): row.since for row in before}
    at = now()
    for row in rows:
        row["since"] = dates.get(tuple(row[name] for name in (*_PLACE, *_WORTH)), at)


_LINES, _SEATS = Line.__table__.c, Seat.__table__.c
"""Rows of a table's own columns come three times as fast as those of its class."""
_LINE_COLUMNS = (
    *(_LINES.id, _LINES.digest, _LINES.board, _LINES.n, _LINES.round, _LINES.table, _LINES.game, _LINES.end),
    *(_LINES.replaces, _LINES.held, _LINES.decision, _LINES.code, _LINES.sides),
)


def keys_by_round(keys: Iterable[Key]) -> Iterator[list[Key]]:
    """Keys of one round at a time, in order, and not too many at once."""
    for _, some in groupby(sorted(keys), key=lambda key: key[0]):
        yield from batches(list(some), _AT_ONCE)


def _here(table: Any, event: Event, keys: list[Key]) -> tuple[Any, ...]:
    """Conditions for rows of these keys, all of one round."""
    number, first, last = keys[0][0], keys[0][1], keys[-1][1]
    whole_run = last - first + 1 == len(keys)
    tables = table.table.between(first, last) if whole_run else table.table.in_([key[1] for key in keys])
    return (table.event_id == event.id, table.round == number, tables)


def seats_at(session: Session, event: Event, keys: list[Key]) -> dict[Key, Sides]:
    """Who sits at these tables of one round, by side."""
    found: dict[Key, Sides] = {}
    query = select(_SEATS.table, _SEATS.side, _SEATS.player).where(*_here(_SEATS, event, keys))
    number = keys[0][0]
    for table, side, player in session.execute(query.order_by(_SEATS.side, _SEATS.player)).all():
        found.setdefault((number, table), {}).setdefault(side, []).append(player)
    return found


def current_cards(session: Session, event: Event, keys: list[Key]) -> dict[Key, dict[int, dict[str, Card]]]:
    """The cards that count at these tables of one round, by game and side."""
    found: dict[Key, dict[int, dict[str, Card]]] = defaultdict(lambda: defaultdict(dict))
    for card in session.scalars(select(Card).where(*_here(Card, event, keys)).order_by(Card.id)):
        found[card.round, card.table][card.game][card.side] = card
    return found


def lines_at(session: Session, event: Event, keys: list[Key]) -> dict[Key, list[Row]]:
    """All lines that came for these tables of one round."""
    found: dict[Key, list[Row]] = defaultdict(list)
    query = select(*_LINE_COLUMNS).where(*_here(_LINES, event, keys)).order_by(_LINES.digest)
    for row in session.execute(query).all():
        found[row.round, row.table].append(row)
    return found


def counts(line: Row | Line) -> bool:
    """Whether a line counts: it is not held, or the director has accepted it."""
    return line.decision == "accepted" or not (line.decision or line.held)


def standing_lines(came: Iterable[Row]) -> dict[int, list[Row]]:
    """Of the lines that came for one table, those that stand, by game: usable, and not taken back by a reopening."""
    good = [line for line in came if counts(line)]
    back = {(line.board, line.replaces) for line in good if line.end == REOPENED}
    stand: dict[int, list[Row]] = {}
    for line in good:
        if line.end not in _CANCELS and (line.board, line.n) not in back:
            stand.setdefault(line.game, []).append(line)
    return stand


def counting_line(stand: Sequence[Row]) -> Row | None:
    """The one line that counts for a game; None where several say different things and none has been accepted."""
    if len(stand) < 2:
        return stand[0] if stand else None
    accepted = [line for line in stand if line.decision == "accepted"]
    chosen = accepted if len(accepted) == 1 else stand
    return None if len({line.sides for line in chosen}) > 1 else chosen[0]


def card_of(card: Card) -> WrittenCard:
    """A stored card, for comparing."""
    return WrittenCard(card.won, card.points, card.column, card.spread, card.holes, card.against)


def _table(
    event: int, key: Key, seats: Sides, came: list[Row], cards: dict[int, dict[str, Card]], preset: Preset
) -> Iterator[dict[str, Any]]:
    stand = standing_lines(came)
    for game in sorted({*stand, *cards}):
        given = cards.get(game, {})
        line = counting_line(stand.get(game, ()))
        if line is not None and not _directed(given, seats):
            sides, source, disputed = _of_line(line, seats), "board", False
        else:
            sides, source, disputed = _of_cards(given, preset)
        for letter, side in sides.items():
            for player in seats.get(letter, ()):
                yield _row((event, *key, game), player, letter, side, source, disputed)


def _directed(given: dict[str, Card], seats: Sides) -> bool:
    return bool(given) and all(letter in given and given[letter].source == "director" for letter in seats)


def _of_line(line: Row, seats: Sides) -> dict[str, Side]:
    sides = unpack_sides(line.sides)
    return dict(zip(seats, sides, strict=True)) if len(sides) == len(seats) else {}


def _of_cards(given: dict[str, Card], preset: Preset) -> tuple[dict[str, Side], str, bool]:
    sides = {letter: _of_card(card) for letter, card in given.items()}
    source = "director" if given and all(card.source == "director" for card in given.values()) else "cards"
    disputed = source == "cards" and sorted(given) == ["A", "B"] and not _agree(given, preset)
    return sides, source, disputed


def _agree(given: dict[str, Card], preset: Preset) -> bool:
    return cards_agree((card_of(given["A"]), card_of(given["B"])), preset)


def _of_card(card: Card) -> Side:
    return Side(card.won, card.points, card_of(card).signed, card.level, card.holes or 0)


def _row(
    game: tuple[int, int, int, int], player: int, letter: str, side: Side, source: str, disputed: bool
) -> dict[str, Any]:
    return {
        "event_id": game[0],
        "round": game[1],
        "table": game[2],
        "game": game[3],
        "player": player,
        "side": letter,
        "won": None if side.won is None else int(side.won),
        "points": side.points,
        "spread": side.spread,
        "level": side.level,
        "holes": side.holes,
        "source": source,
        "disputed": disputed,
    }
