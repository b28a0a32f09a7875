"""Recompute and store the scores of tables from all of their result lines and score cards.

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
    Key,
    StoredLine,
    counting_line,
    keys_by_round,
    lines_at,
    table_conditions,
    usable_lines,
)
from host_tools.desk.store import Card, Event, Score, Seat, add_rows, now
from host_tools.results import Side, unpack_sides

_NO_OBJECTS = {"synchronize_session": False}
"""Sessions hold no score objects that a bulk delete would have to update."""

Sides = dict[str, list[int]]
"""Players by the letter of their side."""


def recompute_scores(session: Session, event: Event, keys: Iterable[Key]) -> None:
    """Recompute the scores of these tables. Tables where nobody has been seated have none."""
    session.flush()
    rules = round_rules(session, event)
    for part in keys_by_round(keys):
        seats = seats_at(session, event, part)
        lines = lines_at(session, event, part)
        cards = current_cards(session, event, part)
        seated = [(key, seats[key]) for key in part if key in seats]
        rows = [
            row
            for key, sides in seated
            for row in _score_rows(event.id, key, sides, lines[key], cards[key], rules[key[0]].preset)
        ]
        _date_scores(rows, session.execute(select(*_DATED_COLUMNS).where(*table_conditions(Score, event, part))))
        session.execute(delete(Score).where(*table_conditions(Score, event, part)), execution_options=_NO_OBJECTS)
        add_rows(session, Score, rows)


_SCORES = Score.__table__.c
_PLACE = ("round", "table", "game", "player")
_WORTH = ("won", "points", "spread", "level", "holes")
_DATED_COLUMNS = [_SCORES[name] for name in (*_PLACE, *_WORTH, "since")]


def _date_scores(rows: list[dict[str, Any]], stored: Iterable[Row]) -> None:
    """Set since when each score has its value: an unchanged score keeps its date."""
    dates = {tuple(row[:-1]): row.since for row in stored}
    present = now()
    for row in rows:
        row["since"] = dates.get(tuple(row[name] for name in (*_PLACE, *_WORTH)), present)


_SEATS = Seat.__table__.c
"""Rows of a table's own columns come three times as fast as those of its class."""


def seats_at(session: Session, event: Event, keys: list[Key]) -> dict[Key, Sides]:
    """Query the players by side at these tables of one round."""
    seats: dict[Key, Sides] = {}
    query = select(_SEATS.table, _SEATS.side, _SEATS.player).where(*table_conditions(_SEATS, event, keys))
    number, _ = keys[0]
    for table, side, player in session.execute(query.order_by(_SEATS.side, _SEATS.player)).all():
        seats.setdefault((number, table), {}).setdefault(side, []).append(player)
    return seats


def current_cards(session: Session, event: Event, keys: list[Key]) -> dict[Key, dict[int, dict[str, Card]]]:
    """Query the newest card of each game and side at these tables of one round."""
    cards: dict[Key, dict[int, dict[str, Card]]] = defaultdict(lambda: defaultdict(dict))
    for card in session.scalars(select(Card).where(*table_conditions(Card, event, keys)).order_by(Card.id)):
        cards[card.round, card.table][card.game][card.side] = card
    return cards


def card_of(card: Card) -> WrittenCard:
    """Convert a stored card to the input of `cross_check`."""
    return WrittenCard(card.won, card.points, card.column, card.spread, card.holes, card.against)


def _score_rows(
    event: int, key: Key, seats: Sides, lines: list[StoredLine], cards: dict[int, dict[str, Card]], preset: Preset
) -> Iterator[dict[str, Any]]:
    """Yield the score rows of a table's games: by the line that counts, else, or where the director ruled, by cards."""
    usable = usable_lines(lines)
    for game in sorted({*usable, *cards}):
        game_cards = cards.get(game, {})
        line = counting_line(usable.get(game, ()))
        if line is not None and not _is_directors_decision(game_cards, seats):
            sides, source, disputed = _sides_of_line(line, seats), "board", False
        else:
            sides, source, disputed = _sides_of_cards(game_cards, preset)
        for letter, side in sides.items():
            for player in seats.get(letter, ()):
                yield _score_row((event, *key, game), player, letter, side, source, disputed)


def _is_directors_decision(cards: dict[str, Card], seats: Sides) -> bool:
    """Return whether every side's card is the director's."""
    return bool(cards) and all(letter in cards and cards[letter].source == "director" for letter in seats)


def _sides_of_line(line: StoredLine, seats: Sides) -> dict[str, Side]:
    """Return a line's sides by letter; none where the table has another number of sides."""
    sides = unpack_sides(line.sides)
    return dict(zip(seats, sides, strict=True)) if len(sides) == len(seats) else {}


def _sides_of_cards(cards: dict[str, Card], preset: Preset) -> tuple[dict[str, Side], str, bool]:
    """Return (sides by letter, source of the scores, whether the two cards differ)."""
    sides = {letter: _side_of_card(card) for letter, card in cards.items()}
    source = "director" if cards and all(card.source == "director" for card in cards.values()) else "cards"
    disputed = source == "cards" and sorted(cards) == ["A", "B"] and not _do_cards_agree(cards, preset)
    return sides, source, disputed


def _do_cards_agree(cards: dict[str, Card], preset: Preset) -> bool:
    return cards_agree((card_of(cards["A"]), card_of(cards["B"])), preset)


def _side_of_card(card: Card) -> Side:
    return Side(card.won, card.points, card_of(card).signed, card.level, card.holes or 0)


def _score_row(
    game: tuple[int, int, int, int], player: int, letter: str, side: Side, source: str, disputed: bool
) -> dict[str, Any]:
    """Return the row of table `score` for a player's game; `game` is (event id, round, table, number)."""
    event_id, round_number, table, number = game
    return {
        "event_id": event_id,
        "round": round_number,
        "table": table,
        "game": number,
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
