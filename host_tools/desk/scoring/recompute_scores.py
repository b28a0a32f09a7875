"""Recompute and store the scores of tables from all of their result lines and score cards.

Scores depend on the lines and cards and on which are held, never on the order in which they came.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Row, delete, select

from firmware.rules.preset import Preset
from host_tools.desk.events.round_rules import RoundRules, round_rules
from host_tools.desk.scoring.cross_check import WrittenCard, cards_agree
from host_tools.desk.scoring.stored_lines import (
    StoredLine,
    at_tables,
    counting_line,
    key_batches_by_round,
    lines_at,
    table_values,
    usable_lines,
)
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import SCORES, SEATS, Card, Score, TableKey, add_rows, now
from host_tools.results.game_value import Side
from host_tools.results.result_line import unpack_sides

Sides = dict[str, list[int]]
"""Players by the letter of their side."""


def recompute_scores(desk: Desk, table_keys: Iterable[TableKey], rules: Mapping[int, RoundRules] | None = None) -> None:
    """Recompute and replace the stored scores of these tables. A table where nobody has been seated gets none.

    `rules`: those of all rounds by number, which are queried if they are not given.
    """
    desk.session.flush()
    rules = round_rules(desk) if rules is None else rules
    for batch in key_batches_by_round(table_keys):
        seats = seats_at(desk, batch)
        lines = lines_at(desk, batch)
        cards = current_cards(desk, batch)
        seated = [(key, seats[key]) for key in batch if key in seats]
        rows = [
            row
            for key, sides in seated
            for row in _score_rows(desk.event.id, key, sides, lines[key], cards[key], rules[key[0]].preset)
        ]
        values = table_values(desk.event, batch)
        stored = desk.session.execute(_DATED_SCORES, values).all()
        _date_scores(rows, stored)
        if stored:
            desk.session.execute(_DELETION, values)
        add_rows(desk.session, Score, rows)


_PLACE = ("round", "table", "game", "player")
_WORTH = ("won", "points", "spread", "level", "holes")


_DATED_SCORES = select(*(SCORES[name] for name in (*_PLACE, *_WORTH, "since"))).where(*at_tables(SCORES))
# Of the table's rows: sessions hold no score objects that would have to be updated.
_DELETION = delete(Score.__table__).where(*at_tables(SCORES))  # type: ignore[arg-type]


def _date_scores(rows: list[dict[str, Any]], stored: Iterable[Row]) -> None:
    """Set `since` of the score rows: a score that is `stored` with the same values keeps its time, others get now."""
    dates = {tuple(row[:-1]): row.since for row in stored}
    present = now()
    for row in rows:
        row["since"] = dates.get(tuple(row[name] for name in (*_PLACE, *_WORTH)), present)


_PLAYERS = select(SEATS.table, SEATS.side, SEATS.player).where(*at_tables(SEATS))
_PLAYERS = _PLAYERS.order_by(SEATS.side, SEATS.player)
_CARDS = select(Card).where(*at_tables(Card)).order_by(Card.id)


def seats_at(desk: Desk, table_keys: list[TableKey]) -> dict[TableKey, Sides]:
    """Query the players by side at these tables (sorted keys of one round); tables without players are left out."""
    seats: dict[TableKey, Sides] = {}
    values = table_values(desk.event, table_keys)
    for table, side, player in desk.session.execute(_PLAYERS, values).all():
        seats.setdefault((values["round"], table), {}).setdefault(side, []).append(player)
    return seats


def current_cards(desk: Desk, table_keys: list[TableKey]) -> dict[TableKey, dict[int, dict[str, Card]]]:
    """Query the newest card by table, game and side, at these tables (sorted keys of one round)."""
    cards: dict[TableKey, dict[int, dict[str, Card]]] = defaultdict(lambda: defaultdict(dict))
    for card in desk.session.scalars(_CARDS, table_values(desk.event, table_keys)):
        cards[card.round, card.table][card.game][card.side] = card
    return cards


def to_written_card(card: Card) -> WrittenCard:
    """Convert a stored card to the input of `cross_check`."""
    return WrittenCard(card.won, card.points, card.column, card.spread, card.level, card.holes, card.against)


def _score_rows(
    event_id: int,
    table_key: TableKey,
    seats: Sides,
    lines: list[StoredLine],
    cards: dict[int, dict[str, Card]],
    preset: Preset,
) -> Iterator[dict[str, Any]]:
    """Yield a row for each player and game, from the line that counts; from the cards if there is no such line, or all
    cards are the director's."""
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
                yield _score_row((event_id, *table_key, game), player, letter, side, source, disputed)


def _is_directors_decision(cards: dict[str, Card], seats: Sides) -> bool:
    """Return whether every side's card is the director's."""
    return bool(cards) and all(letter in cards and cards[letter].source == "director" for letter in seats)


def _sides_of_line(line: StoredLine, seats: Sides) -> dict[str, Side]:
    """Return a line's sides by letter; {} if the table has another number of sides."""
    sides = unpack_sides(line.sides)
    return dict(zip(seats, sides, strict=True)) if len(sides) == len(seats) else {}


def _sides_of_cards(cards: dict[str, Card], preset: Preset) -> tuple[dict[str, Side], str, bool]:
    """Return (sides by letter, source of the scores, whether the two cards differ)."""
    sides = {letter: to_written_card(card).side for letter, card in cards.items()}
    source = "director" if cards and all(card.source == "director" for card in cards.values()) else "cards"
    disputed = source == "cards" and sorted(cards) == ["A", "B"] and not _do_cards_agree(cards, preset)
    return sides, source, disputed


def _do_cards_agree(cards: dict[str, Card], preset: Preset) -> bool:
    return cards_agree((to_written_card(cards["A"]), to_written_card(cards["B"])), preset)


def _score_row(
    game_key: tuple[int, int, int, int], player: int, letter: str, side: Side, source: str, disputed: bool
) -> dict[str, Any]:
    """Return the row of table `score` for a player's game; `game_key` is (event id, round, table, game)."""
    place = dict(zip(("event_id", "round", "table", "game"), game_key, strict=True))
    won = None if side.won is None else int(side.won)
    result = side._asdict() | {"won": won, "source": source, "disputed": disputed}
    return {**place, "player": player, "side": letter, **result}
