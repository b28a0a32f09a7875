"""Enter or correct results and score cards typed at the desk. A corrected card is kept as history."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from host_tools.desk.events import round_rules
from host_tools.desk.intake.conflicting_lines import first_game_too_many
from host_tools.desk.intake.corrections import CorrectionRecorder
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
from host_tools.words import word, words


class AlreadyEnteredError(DeskError):
    """A different result is stored already, and no reason was given to correct it."""


@dataclass(frozen=True)
class Entered:
    """What an entry did: `changed` is false where the same was there already; `moved` is who stands differently now,
    `would` what it would have changed besides had it come in time."""

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
) -> Entered:
    """Store the cards of one game, by side. With a `reason` they may correct stored ones.

    Both cards together with a reason are the director's decision. `version` is the table's when the entry began. Raises
    DeskError; ConflictError where the table has changed since.
    """
    sides = seats_at(session, event, [(number, table)]).get((number, table))
    if not sides:
        raise DeskError(word("desk.error.nobody_at_table", table=table, round=number, event=event.name))
    _check_sides(cards, sides, _where((number, table)))
    _check_game(session, event, (number, table), game)
    sitting = _touch(session, event, number, table, version)
    present = current_cards(session, event, [(number, table)])[number, table][game]
    fresh = {side: card for side, card in cards.items() if not _same(present.get(side), card, code)}
    whole = len(cards) == len(sides)
    if not fresh and not (reason and whole):
        return Entered(False, [])
    if not reason:
        _refuse_overwriting((number, table), present, fresh)
    before, correction = compute_standings(session, event), CorrectionRecorder(session, event, {number})
    was = _all_shown(present)
    source = "director" if reason and whole else "typed" if whole else "card"
    for side, card in (cards if source == "director" else fresh).items():
        old = present.get(side)
        kept = {"code": code, "reason": reason, "by": by, "replaces": old.id if old else None}
        place = {"event_id": event.id, "round": number, "table": table, "game": game, "side": side, "source": source}
        session.add(Card(**place, **kept, **vars(card)))
    sitting.changes += 1
    recompute_scores(session, event, {(number, table)})
    now = _all_shown(current_cards(session, event, [(number, table)])[number, table][game])
    place = {"round": number, "table": table, "game": game, "was": was, "now": now}
    would = correction.write(by, reason, place)
    return Entered(True, changed_places(before, compute_standings(session, event)) if reason or would else [], would)


def _all_shown(cards: Mapping[str, Card]) -> dict[str, str]:
    return {side: _shown(card) for side, card in sorted(cards.items())}


def _where(key: Key) -> str:
    return word("desk.error.where", table=key[1], round=key[0])


def _check_sides(cards: Mapping[str, CardEntry], sides: Sides, where: str) -> None:
    if not cards.keys() <= sides.keys() or not cards:
        entered = ", ".join(cards) or word("desk.error.no_side")
        raise DeskError(word("desk.error.sides", where=where, sides=", ".join(sides), entered=entered))
    if len(cards) > 1 and len(cards) != len(sides):
        raise DeskError(word("desk.error.whole", where=where, count=len(sides)))


def _check_game(session: Session, event: Event, key: Key, game: int) -> None:
    """Raises DeskError for a game that the round does not have, or that comes after the match was won."""
    rules = round_rules(session, event)[key[0]]
    if not 1 <= game <= rules.games:
        raise DeskError(words("desk.error.games", rules.games, where=_where(key), game=game))
    if game >= first_game_too_many(session, event, key, rules):
        raise DeskError(word("desk.error.match_won", where=_where(key), game=game))


def _touch(session: Session, event: Event, number: int, table: int, version: int | None) -> Sitting:
    sitting = session.get_one(Sitting, (event.id, number, table), populate_existing=True)
    if version is not None and sitting.version != version:
        raise ConflictError(word("desk.error.looked", where=_where((number, table))))
    return sitting


def _same(old: Card | None, card: CardEntry, code: str) -> bool:
    if old is None or old.code != code:
        return False
    return all(getattr(old, name) == value for name, value in vars(card).items())


def _refuse_overwriting(key: Key, present: Mapping[str, Card], fresh: Mapping[str, CardEntry]) -> None:
    """Raise AlreadyEnteredError where a card would replace a different one. Cards may be added to a board's line."""
    taken = [present[side] for side in fresh if side in present]
    if taken:
        entries = [word("desk.error.entered", side=card.side, card=_shown(card), by=card.by) for card in taken]
        raise AlreadyEnteredError(word("desk.error.has_result", where=_where(key), cards="; ".join(entries)))


def describe_entries(session: Session, event: Event, number: int, table: int) -> str:
    """The entries of a table in a round and who made them, as text for a ConflictError."""
    came = current_cards(session, event, [(number, table)])[number, table]
    cards = [card for game in came.values() for card in game.values()]
    if not cards:
        return word("desk.found.has_board", table=table)
    by = ", ".join(sorted({card.by for card in cards}))
    entries = "; ".join(word("desk.found.side", side=card.side, card=_shown(card)) for card in cards)
    return word("desk.found.has_entries", table=table, cards=entries, by=by)


def _shown(card: Card) -> str:
    if card.holes is not None and card.against is not None:
        return f"{card.holes}–{card.against}"
    return f"{card.points}{card.column}{'' if card.spread is None else card.spread}"
