"""Recompute and store the scores of tables from all of their lines and cards.

Scores depend on which lines and cards there are and which are held, never on the order in which they came.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Row, delete, select
from sqlalchemy.orm import Session

from firmware.rules.preset import Preset
from host_tools.desk.events import round_rules
from host_tools.desk.scoring.cross_check import WrittenCard, cards_agree
from host_tools.desk.scoring.stored_lines import (
    KeptLine,
    Key,
    at_tables,
    counting_line,
    keys_by_round,
    lines_at,
    usable_lines,
)
from host_tools.desk.store import Card, Event, Score, Seat, add_rows, now
from host_tools.results import Side, unpack_sides

_NO_OBJECTS = {"synchronize_session": False}
"""Nobody holds a score: they are read anew."""

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
        _date(rows, session.execute(select(*_DATED).where(*at_tables(Score, event, part))))
        session.execute(delete(Score).where(*at_tables(Score, event, part)), execution_options=_NO_OBJECTS)
        add_rows(session, Score, rows)


_SCORES = Score.__table__.c
_PLACE = ("round", "table", "game", "player")
_WORTH = ("won", "points", "spread", "level", "holes")
_DATED = [_SCORES[name] for name in (*_PLACE, *_WORTH, "since")]


def _date(rows: list[dict[str, Any]], before: Iterable[Row]) -> None:
    """Set since when each score has its value: an unchanged score keeps its date."""
    dates = {tuple(row[:-1]): row.since for row in before}
    at = now()
    for row in rows:
        row["since"] = dates.get(tuple(row[name] for name in (*_PLACE, *_WORTH)), at)


_SEATS = Seat.__table__.c
"""Rows of a table's own columns come three times as fast as those of its class."""


def seats_at(session: Session, event: Event, keys: list[Key]) -> dict[Key, Sides]:
    """The players by side at these tables of one round."""
    found: dict[Key, Sides] = {}
    query = select(_SEATS.table, _SEATS.side, _SEATS.player).where(*at_tables(_SEATS, event, keys))
    number = keys[0][0]
    for table, side, player in session.execute(query.order_by(_SEATS.side, _SEATS.player)).all():
        found.setdefault((number, table), {}).setdefault(side, []).append(player)
    return found


def current_cards(session: Session, event: Event, keys: list[Key]) -> dict[Key, dict[int, dict[str, Card]]]:
    """The newest card of each game and side at these tables of one round."""
    found: dict[Key, dict[int, dict[str, Card]]] = defaultdict(lambda: defaultdict(dict))
    for card in session.scalars(select(Card).where(*at_tables(Card, event, keys)).order_by(Card.id)):
        found[card.round, card.table][card.game][card.side] = card
    return found


def card_of(card: Card) -> WrittenCard:
    """A stored card as input of `cross_check`."""
    return WrittenCard(card.won, card.points, card.column, card.spread, card.holes, card.against)


def _table(
    event: int, key: Key, seats: Sides, came: list[KeptLine], cards: dict[int, dict[str, Card]], preset: Preset
) -> Iterator[dict[str, Any]]:
    stand = usable_lines(came)
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


def _of_line(line: KeptLine, seats: Sides) -> dict[str, Side]:
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
