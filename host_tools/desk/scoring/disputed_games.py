"""Find games whose two score cards differ, and the ruling on each."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from firmware.rules.preset import Preset
from host_tools.desk.events import round_rules
from host_tools.desk.scoring.cross_check import RuledSide, Ruling, WrittenCard, as_written, cross_check
from host_tools.desk.scoring.recompute_scores import Sides, card_of, current_cards, seats_at
from host_tools.desk.scoring.stored_lines import Key, keys_by_round, table_conditions
from host_tools.desk.store import Card, Event, Score


@dataclass(frozen=True)
class Dispute:
    """A game whose cards of sides A and B differ."""

    round: int
    table: int
    game: int
    cards: tuple[WrittenCard, WrittenCard]
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    ruling: Ruling

    @property
    def players(self) -> tuple[int, ...]:
        return self.sides[0] + self.sides[1]

    def written(self, preset: Preset) -> dict[int, RuledSide]:
        """Return each player's result by their own card, before a ruling."""
        return self._by_player(as_written(self.cards, preset))

    def ruled(self) -> dict[int, RuledSide]:
        """Return each player's result by the ruling."""
        return self._by_player(self.ruling.sides)

    def _by_player(self, parts: tuple[RuledSide, RuledSide]) -> dict[int, RuledSide]:
        return {player: part for side, part in zip(self.sides, parts, strict=True) for player in side}


def disputed_games(session: Session, event: Event, qualifiers: Collection[int]) -> list[Dispute]:
    """Find all disputed games and rule on each, with `qualifiers` as the apparent qualifiers."""
    rules = round_rules(session, event)
    games: dict[Key, list[int]] = {}
    # Only cards can differ: of a large event whose boards have reported all there is nothing to look through.
    cards_at = session.execute(select(Card.round, Card.table).where(Card.event_id == event.id).distinct()).all()
    for part in keys_by_round({(number, table) for number, table in cards_at}):
        query = select(Score.round, Score.table, Score.game).where(
            *table_conditions(Score, event, part), Score.disputed
        )
        for number, table, game in session.execute(query.distinct().order_by(Score.round, Score.table, Score.game)):
            games.setdefault((number, table), []).append(game)
    disputes: list[Dispute] = []
    for part in keys_by_round(games):
        seats, cards = seats_at(session, event, part), current_cards(session, event, part)
        for key in part:
            disputes += [
                _make_dispute(key, game, cards[key][game], seats[key], qualifiers, rules[key[0]].preset)
                for game in games[key]
            ]
    return disputes


def _make_dispute(
    key: Key, game: int, stored_cards: dict[str, Card], seats: Sides, qualifiers: Collection[int], preset: Preset
) -> Dispute:
    sides = (tuple(seats["A"]), tuple(seats["B"]))
    cards = (card_of(stored_cards["A"]), card_of(stored_cards["B"]))
    qualifies = [any(player in qualifiers for player in side) for side in sides]
    return Dispute(*key, game, cards, sides, cross_check(cards, (qualifies[0], qualifies[1]), preset))
