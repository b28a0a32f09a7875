"""Cards typed in at the desk, and the director's decisions. Nothing is overwritten: what is corrected is kept."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk import lines, settle
from host_tools.desk.event import note
from host_tools.desk.model import Card, Event, Line, Sitting
from host_tools.desk.standings import Moved, moved, standings
from host_tools.desk.store import ConflictError, DeskError
from host_tools.desk.written import Written


class AlreadyEnteredError(DeskError):
    """There is a different result already, and no reason was given to correct it."""


@dataclass(frozen=True)
class Entered:
    """What an entry did: `changed` is false where the same was there already; `moved` is who stands differently now."""

    changed: bool
    moved: list[Moved]


def enter(
    session: Session,
    event: Event,
    number: int,
    table: int,
    cards: Mapping[str, Written],
    *,
    by: str,
    game: int = 1,
    code: str = "",
    reason: str = "",
    version: int | None = None,
) -> Entered:
    """Keep the cards of one game, by side. With a `reason` they may correct what is there; both cards together are
    then the director's word, which needs no other.

    `version` is the table's as it was seen when the entry began. Raises DeskError; ConflictError where it has changed.
    """
    sides = settle.seats_at(session, event, [(number, table)]).get((number, table))
    if not sides:
        raise DeskError(f"nobody has been seated at table {table} in round {number} of {event.name}")
    _check_sides(cards, sides, f"table {table} in round {number}")
    sitting = _touch(session, event, number, table, version)
    present = settle.current_cards(session, event, [(number, table)])[number, table][game]
    fresh = {side: card for side, card in cards.items() if not _same(present.get(side), card, code)}
    whole = len(cards) == len(sides)
    if not fresh and not (reason and whole):
        return Entered(False, [])
    if not reason:
        _refuse_overwriting((number, table), present, fresh)
    before = standings(session, event)
    source = "director" if reason and whole else "typed" if whole else "card"
    for side, card in (cards if source == "director" else fresh).items():
        old = present.get(side)
        kept = {"code": code, "reason": reason, "by": by, "replaces": old.id if old else None}
        place = {"event_id": event.id, "round": number, "table": table, "game": game, "side": side, "source": source}
        session.add(Card(**place, **kept, **vars(card)))
    sitting.changes += 1
    settle.settle(session, event, {(number, table)})
    return Entered(True, moved(before, standings(session, event)) if reason else [])


def _check_sides(cards: Mapping[str, Written], sides: settle.Sides, where: str) -> None:
    if not cards.keys() <= sides.keys() or not cards:
        raise DeskError(f"{where} has sides {', '.join(sides)}; entered are {', '.join(cards) or 'none'}")
    if len(cards) > 1 and len(cards) != len(sides):
        raise DeskError(f"{where} has {len(sides)} sides; give one side's card, or all")


def _touch(session: Session, event: Event, number: int, table: int, version: int | None) -> Sitting:
    sitting = session.get_one(Sitting, (event.id, number, table), populate_existing=True)
    if version is not None and sitting.version != version:
        raise ConflictError(f"table {table} in round {number} has changed since you looked; look again")
    return sitting


def _same(old: Card | None, card: Written, code: str) -> bool:
    if old is None or old.code != code:
        return False
    return all(getattr(old, name) == value for name, value in vars(card).items())


def _refuse_overwriting(key: settle.Key, present: Mapping[str, Card], fresh: Mapping[str, Written]) -> None:
    """A board's line may be joined by cards, which are then compared; a card is replaced only for a reason."""
    taken = [present[side] for side in fresh if side in present]
    if taken:
        said = "; ".join(f"side {card.side} {_shown(card)}, entered by {card.by}" for card in taken)
        where = f"table {key[1]} in round {key[0]}"
        raise AlreadyEnteredError(f"{where} has a result: {said}. To correct it, give the reason")


def said(session: Session, event: Event, number: int, table: int) -> str:
    """What is in for a table in a round, and who has entered it, for whoever was about to enter something else."""
    came = settle.current_cards(session, event, [(number, table)])[number, table]
    cards = [card for game in came.values() for card in game.values()]
    if not cards:
        return f"table {table} has what its board says"
    by = ", ".join(sorted({card.by for card in cards}))
    return f"table {table} has {'; '.join(f'side {card.side} {_shown(card)}' for card in cards)}, entered by {by}"


def _shown(card: Card) -> str:
    if card.holes is not None and card.against is not None:
        return f"{card.holes}–{card.against}"
    return f"{card.points}{card.column}{'' if card.spread is None else card.spread}"


def decide(
    session: Session,
    event: Event,
    line_id: int,
    decision: str,
    *,
    by: str,
    reason: str,
    number: int | None = None,
    table: int | None = None,
) -> Entered:
    """The director takes a board's line ("accepted") or leaves it ("rejected"), at another table where named."""
    line = session.scalar(select(Line).where(Line.event_id == event.id, Line.id == line_id))
    if line is None:
        raise DeskError(f"{event.name} has no line {line_id}; `check` lists those that wait for a decision")
    if decision == "accepted" and line.end in (lines.REOPENED, lines.CLEARED) and number is not None:
        raise DeskError("a line that reopens a game stays where it is")
    before = standings(session, event)
    was = {"decision": line.decision, "round": line.round, "table": line.table}
    keys = {(line.round, line.table)}
    line.decision = decision
    line.round, line.table = number or line.round, table or line.table
    settle.settle(session, event, keys | {(line.round, line.table)})
    note(session, event, by, decision, reason, {"line": line_id, "before": was})
    return Entered(True, moved(before, standings(session, event)))


def versions(session: Session, event: Event, number: int) -> dict[int, int]:
    """The version of each table of a round, to be given back to `enter`."""
    query = select(Sitting.table, Sitting.version).where(Sitting.event_id == event.id, Sitting.round == number)
    return {row.table: row.version for row in session.execute(query)}
