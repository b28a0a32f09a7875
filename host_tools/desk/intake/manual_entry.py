"""Enter or correct results and score cards typed at the desk. A corrected card is kept as history."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from host_tools.desk.events import round_rules
from host_tools.desk.intake.conflicting_lines import first_game_too_many
from host_tools.desk.intake.late_corrections import CorrectionRecorder
from host_tools.desk.intake.parse_cards import CardEntry
from host_tools.desk.rounds import CorrectionEffect
from host_tools.desk.scoring import (
    ChangedPlace,
    Key,
    Sides,
    changed_places,
    compute_standings,
    current_cards,
    recompute_scores,
    seats_at,
)
from host_tools.desk.store import Card, ConflictError, DeskError, Event, Sitting
from host_tools.i18n import message, plural


class AlreadyEnteredError(DeskError):
    """A different result is stored already, and no reason was given to correct it."""


@dataclass(frozen=True)
class EntryResult:
    """Result of an entry. `changed` is false where the same was stored already; `moved`: changes of the standings;
    `would`: effects it would have had besides had it come in time."""

    changed: bool
    moved: list[ChangedPlace]
    would: list[CorrectionEffect] = field(default_factory=list)


def enter_result(
    session: Session,
    event: Event,
    number: int,
    table: int,
    cards: Mapping[str, CardEntry],
    *,
    by: str,
    game: int = 1,
    code: str = "",
    reason: str = "",
    version: int | None = None,
) -> EntryResult:
    """Store the cards of one game, by side. With a `reason` they may correct stored ones.

    Both cards together with a reason are the director's decision. `version` is the table's when the entry began. Raises
    DeskError; ConflictError where the table has changed since.
    """
    sides = seats_at(session, event, [(number, table)]).get((number, table))
    if not sides:
        raise DeskError(message("desk.error.nobody_at_table", table=table, round=number, event=event.name))
    _check_sides(cards, sides, _where((number, table)))
    _check_game(session, event, (number, table), game)
    sitting = _load_sitting(session, event, number, table, version)
    stored = current_cards(session, event, [(number, table)])[number, table][game]
    changed = {side: card for side, card in cards.items() if not _is_unchanged(stored.get(side), card, code)}
    complete = len(cards) == len(sides)
    if not changed and not (reason and complete):
        return EntryResult(False, [])
    if not reason:
        _refuse_overwriting((number, table), stored, changed)
    correction = CorrectionRecorder(session, event, {number})
    standings_before = compute_standings(session, event) if reason or correction.late else []
    old_cards = _cards_as_text(stored)
    source = "director" if reason and complete else "typed" if complete else "card"
    for side, card in (cards if source == "director" else changed).items():
        old = stored.get(side)
        fields = {"code": code, "reason": reason, "by": by, "replaces": old.id if old else None}
        place = {"event_id": event.id, "round": number, "table": table, "game": game, "side": side, "source": source}
        session.add(Card(**place, **fields, **vars(card)))
    sitting.changes += 1
    recompute_scores(session, event, {(number, table)})
    new_cards = _cards_as_text(current_cards(session, event, [(number, table)])[number, table][game])
    detail = {"round": number, "table": table, "game": game, "was": old_cards, "now": new_cards}
    effects = correction.write(by, reason, detail)
    if not reason and not effects:
        return EntryResult(True, [])
    return EntryResult(True, changed_places(standings_before, compute_standings(session, event)), effects)


def _cards_as_text(cards: Mapping[str, Card]) -> dict[str, str]:
    return {side: _card_text(card) for side, card in sorted(cards.items())}


def _where(key: Key) -> str:
    """Return the table and round as text."""
    number, table = key
    return message("desk.error.where", table=table, round=number)


def _check_sides(cards: Mapping[str, CardEntry], sides: Sides, where: str) -> None:
    """Raise DeskError unless the cards are one side's or all sides' of the table."""
    if not cards.keys() <= sides.keys() or not cards:
        entered = ", ".join(cards) or message("desk.error.no_side")
        raise DeskError(message("desk.error.sides", where=where, sides=", ".join(sides), entered=entered))
    if len(cards) > 1 and len(cards) != len(sides):
        raise DeskError(message("desk.error.whole", where=where, count=len(sides)))


def _check_game(session: Session, event: Event, key: Key, game: int) -> None:
    """Raise DeskError for a game that the round does not have, or that comes after the match was won."""
    number, _ = key
    rules = round_rules(session, event)[number]
    if not 1 <= game <= rules.games:
        raise DeskError(plural("desk.error.games", rules.games, where=_where(key), game=game))
    if game >= first_game_too_many(session, event, key, rules):
        raise DeskError(message("desk.error.match_won", where=_where(key), game=game))


def _load_sitting(session: Session, event: Event, number: int, table: int, version: int | None) -> Sitting:
    """Load the table's row. Raises ConflictError where it has another `version`; None: any."""
    sitting = session.get_one(Sitting, (event.id, number, table), populate_existing=True)
    if version is not None and sitting.version != version:
        raise ConflictError(message("desk.error.looked", where=_where((number, table))))
    return sitting


def _is_unchanged(old: Card | None, card: CardEntry, code: str) -> bool:
    """Return whether the stored card already says the same."""
    if old is None or old.code != code:
        return False
    return all(getattr(old, name) == value for name, value in vars(card).items())


def _refuse_overwriting(key: Key, stored: Mapping[str, Card], changed: Mapping[str, CardEntry]) -> None:
    """Raise AlreadyEnteredError where a card would replace a different one. Cards may be added to a board's line."""
    replaced = [stored[side] for side in changed if side in stored]
    if replaced:
        entries = [
            message("desk.error.entered", side=card.side, card=_card_text(card), by=card.by) for card in replaced
        ]
        raise AlreadyEnteredError(message("desk.error.has_result", where=_where(key), cards="; ".join(entries)))


def describe_entries(session: Session, event: Event, number: int, table: int) -> str:
    """Return the entries of a table in a round and their authors, as text for a ConflictError."""
    games = current_cards(session, event, [(number, table)])[number, table]
    cards = [card for game in games.values() for card in game.values()]
    if not cards:
        return message("desk.found.has_board", table=table)
    authors = ", ".join(sorted({card.by for card in cards}))
    entries = "; ".join(message("desk.found.side", side=card.side, card=_card_text(card)) for card in cards)
    return message("desk.found.has_entries", table=table, cards=entries, by=authors)


def _card_text(card: Card) -> str:
    """Return a card as text: the two front pegs (`121–98`) where known, else points, column and spread (`2+23`)."""
    own_hole, opponent_hole, sign = card.holes, card.against, card.column
    if own_hole is not None and opponent_hole is not None:
        return f"{own_hole}–{opponent_hole}"
    return f"{card.points}{sign}{'' if card.spread is None else card.spread}"
