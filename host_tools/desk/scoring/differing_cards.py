"""Find games whose two score cards differ, and rule on each."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select

from firmware.rules.preset import Preset
from host_tools.desk.events.round_rules import round_rules
from host_tools.desk.scoring.cross_check import Ruling, WrittenCard, as_written, cross_check
from host_tools.desk.scoring.recompute_scores import Sides, current_cards, seats_at, to_written_card
from host_tools.desk.scoring.stored_lines import key_batches_by_round
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Card, Score, TableKey
from host_tools.results.game_value import Side


@dataclass(frozen=True)
class DifferingCards:
    """A game whose cards of sides A and B differ."""

    round: int
    table: int
    game: int
    cards: tuple[WrittenCard, WrittenCard]
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    ruling: Ruling

    def written(self) -> dict[int, Side]:
        """Return each player's result by their own card, before a ruling."""
        return self._by_player(as_written(self.cards))

    def ruled(self) -> dict[int, Side]:
        """Return each player's result by the ruling."""
        return self._by_player(self.ruling.sides)

    def _by_player(self, parts: tuple[Side, Side]) -> dict[int, Side]:
        return {player: part for side, part in zip(self.sides, parts, strict=True) for player in side}


def differing_cards(desk: Desk, qualifiers: Collection[int]) -> list[DifferingCards]:
    """Find all games whose cards differ, and rule on each; `qualifiers`: numbers of who would qualify as written."""
    rules = round_rules(desk)
    games: dict[TableKey, list[int]] = {}
    # Only cards can differ: in a large event whose boards have reported every game, no score has to be looked at.
    has_cards = select(Card.id).where(Card.event_id == desk.event.id).exists()
    query = select(Score.round, Score.table, Score.game).where(
        has_cards, Score.event_id == desk.event.id, Score.disputed
    )
    for row in desk.session.execute(query.distinct().order_by(Score.round, Score.table, Score.game)):
        games.setdefault((row.round, row.table), []).append(row.game)
    found: list[DifferingCards] = []
    for batch in key_batches_by_round(games):
        seats, cards = seats_at(desk, batch), current_cards(desk, batch)
        for key in batch:
            found += [
                _rule_on(key, game, cards[key][game], seats[key], qualifiers, rules[key[0]].preset)
                for game in games[key]
            ]
    return found


def _rule_on(
    table_key: TableKey,
    game: int,
    stored_cards: dict[str, Card],
    seats: Sides,
    qualifiers: Collection[int],
    preset: Preset,
) -> DifferingCards:
    sides = (tuple(seats["A"]), tuple(seats["B"]))
    cards = (to_written_card(stored_cards["A"]), to_written_card(stored_cards["B"]))
    qualifies = [any(player in qualifiers for player in side) for side in sides]
    return DifferingCards(*table_key, game, cards, sides, cross_check(cards, (qualifies[0], qualifies[1]), preset))
