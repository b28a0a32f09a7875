"""Games whose two cards differ, with the ruling each comes under."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from firmware.rules.preset import Preset
from host_tools.desk.event import kind_of
from host_tools.desk.model import Card as Kept
from host_tools.desk.model import Event, Score
from host_tools.desk.rulings import Card, Ruled, Ruling, as_written, rule
from host_tools.desk.settle import Key, Sides, as_card, by_round, current_cards, seats_at


@dataclass(frozen=True)
class Dispute:
    """A game the cards of sides A and B differ about."""

    round: int
    table: int
    game: int
    cards: tuple[Card, Card]
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    ruling: Ruling

    @property
    def players(self) -> tuple[int, ...]:
        return self.sides[0] + self.sides[1]

    def written(self, preset: Preset) -> dict[int, Ruled]:
        """What counts for each player while nothing is ruled."""
        return self._by_player(as_written(self.cards, preset))

    def ruled(self) -> dict[int, Ruled]:
        """What counts for each player by the ruling."""
        return self._by_player(self.ruling.sides)

    def _by_player(self, parts: tuple[Ruled, Ruled]) -> dict[int, Ruled]:
        return {player: part for side, part in zip(self.sides, parts, strict=True) for player in side}


def settled(session: Session, event: Event, qualifiers: Collection[int]) -> list[Dispute]:
    """Every disputed game, ruled upon with these players as the apparent qualifiers."""
    preset = kind_of(event).worth
    query = select(Score.round, Score.table, Score.game).where(Score.event_id == event.id, Score.disputed)
    games: dict[Key, list[int]] = {}
    for number, table, game in sorted({(row.round, row.table, row.game) for row in session.execute(query)}):
        games.setdefault((number, table), []).append(game)
    found: list[Dispute] = []
    for part in by_round(games):
        seats, cards = seats_at(session, event, part), current_cards(session, event, part)
        for key in part:
            found += [_ruled(key, game, cards[key][game], seats[key], qualifiers, preset) for game in games[key]]
    return found


def _ruled(
    key: Key, game: int, given: dict[str, Kept], seats: Sides, qualifiers: Collection[int], preset: Preset
) -> Dispute:
    sides = (tuple(seats["A"]), tuple(seats["B"]))
    cards = (as_card(given["A"]), as_card(given["B"]))
    among = [any(player in qualifiers for player in side) for side in sides]
    return Dispute(*key, game, cards, sides, rule(cards, (among[0], among[1]), preset))
