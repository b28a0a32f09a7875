"""What a desk that stood aside has and the event's desk lacks: typed results and acts, each for a decision.

Boards bring their results themselves. The desk that stood aside reports what was written to its store after the other
store was copied from it. The event's desk lists that, and the director takes it or leaves it.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import select

from firmware.journal.seal import seal_mac
from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change, read_audit_log
from host_tools.desk.events.lease import Lease, is_here, leases, place_of
from host_tools.desk.events.location import OpenEvent
from host_tools.desk.intake.late_corrections import CORRECTED
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.intake.misplaced_boards import ASSIGNED
from host_tools.desk.review.hall_merge import TOLD
from host_tools.desk.scoring.cross_check import WrittenCard
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Card
from host_tools.i18n import message

_TYPED = "typed at a desk that stood aside"
"""Key of the reason, see `reason_text`."""

LEFT, DECIDED = "left behind", "left behind decided"
"""Kinds of audit entries: a desk that stood aside has this; it was taken or left."""
_CARD_FIELDS = ("won", "points", "column", "spread", "level", "holes", "against")
_LONGEST = 12_000
"""Characters of items in one message."""


@dataclass(frozen=True)
class LeftItem:
    """One thing that only a desk that stood aside has: cards of a game, by side; or without cards an act of the kind
    `what`.

    `store` and `number` identify it; `at`, `by` and `reason` say when, by whom and why it was done there.
    """

    store: str
    number: int
    computer: str
    what: str
    at: str
    by: str
    reason: str
    round: int
    table: int
    game: int
    cards: dict[str, list[Any]]

    @property
    def text(self) -> str:
        """What it is, as text."""
        if not self.cards:
            done = message(f"event.diary.{self.what}")
            return message("event.left.act", what=done, by=self.by, at=self.at, computer=self.computer)
        pegs = "–".join(str(card[5] if card[5] is not None else card[1]) for _, card in sorted(self.cards.items()))
        return message("event.left.cards", table=self.table, round=self.round, pegs=pegs, at=self.at, by=self.by)


def written_alone(desk: Desk) -> list[LeftItem]:
    """Return what was written to this store after the one that now has the lease was copied from it; [] if this one
    never had the lease, or has it."""
    known, place = leases(desk), place_of(desk.session)
    if len(known) < 2 or is_here(known[-1], place) or known[-1].hall:
        return []
    own = next((lease for lease in reversed(known[:-1]) if is_here(lease, place)), None)
    return items_after(desk, known[-1], own.store, own.computer) if own else []


def items_after(desk: Desk, since: Lease, store: str, computer: str) -> list[LeftItem]:
    """Return the results typed, and the acts, of the store with this id that are newer than a lease's newest ids."""
    newer = select(Card).where(Card.event_id == desk.event.id, Card.id > since.card).order_by(Card.id)
    games: dict[tuple[int, int, int], dict[str, Card]] = {}
    for card in desk.session.scalars(newer):
        games.setdefault((card.round, card.table, card.game), {})[card.side] = card
    items = []
    for place, by_side in games.items():
        last = max(by_side.values(), key=lambda card: card.id)
        cards = {side: [getattr(card, name) for name in _CARD_FIELDS] for side, card in by_side.items()}
        said = (last.at, last.by, last.reason)
        items.append(LeftItem(store, last.id, computer, "", *said, *place, cards))
    for entry in read_audit_log(desk, *TOLD):
        if entry.id > since.change and entry.what not in (ASSIGNED, CORRECTED):
            where = [_whole(entry.detail.get(name)) for name in ("round", "table", "game")]
            act = (entry.what, entry.at, entry.by, entry.reason)
            items.append(LeftItem(store, -entry.id, computer, *act, where[0], where[1], where[2], {}))
    return items


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def sealed_items(items: Iterable[LeftItem], event: str, key: bytes) -> list[bytes]:
    """Return the messages that say these items to the event's desk, sealed by the event's key."""
    batches: list[list[str]] = []
    length = _LONGEST
    for item in items:
        text = json.dumps(asdict(item), sort_keys=True)
        if length + len(text) > _LONGEST:
            batches.append([])
            length = 0
        batches[-1].append(text)
        length += len(text)
    bodies = [f'{{"event":{json.dumps(event)},"items":[{",".join(batch)}]' for batch in batches]
    return [f'{body},"mac":"{seal_mac(key, body.encode())}"}}'.encode() for body in bodies]


def read_items(payload: bytes, event: str, key: bytes) -> list[LeftItem]:
    """Return the items in such a message; [] unless it is one of this event, sealed by its key."""
    try:
        text = payload.decode()
        fields = json.loads(text)
        body = text[: text.rindex(',"mac":')]
        if not key or fields["event"] != event or fields["mac"] != seal_mac(key, body.encode()):
            return []
        return [LeftItem(**item) for item in fields["items"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []


def new_items(desk: Desk, items: Iterable[LeftItem]) -> list[LeftItem]:
    """Return those of the items that are not known yet, but for results that are here too."""
    known = {(item.store, item.number) for _, item in _noted(desk)}
    return [item for item in items if (item.store, item.number) not in known and not _is_here_too(desk, item)]


def note_items(desk: Desk, items: Iterable[LeftItem]) -> int:
    """Keep the items that are new, for a decision. Returns how many."""
    new = new_items(desk, items)
    for item in new:
        log_change(desk.acting(item.by), LEFT, asdict(item))
    return len(new)


def note_message(event: OpenEvent, payload: bytes, uid: str, key: bytes) -> None:
    """Keep what is new in a message of a desk that stands aside. Raises DeskError."""
    items = read_items(payload, uid, key)
    if not items:
        return
    with event.reading() as desk:
        if not new_items(desk, items):
            return
    with event.writing() as desk:
        note_items(desk, items)


def _is_here_too(desk: Desk, item: LeftItem) -> bool:
    """Return whether the newest cards of the item's game say the same here."""
    place = (Card.event_id == desk.event.id, Card.round == item.round, Card.table == item.table, Card.game == item.game)
    newest = {card.side: card for card in desk.session.scalars(select(Card).where(*place).order_by(Card.id))}
    said = {side: [getattr(card, name) for name in _CARD_FIELDS] for side, card in newest.items()}
    return bool(item.cards) and all(said.get(side) == card for side, card in item.cards.items())


def _noted(desk: Desk) -> list[tuple[int, LeftItem]]:
    return [(entry.id, LeftItem(**entry.detail)) for entry in read_audit_log(desk, LEFT)]


def open_items(desk: Desk) -> dict[int, LeftItem]:
    """Return the items that wait for a decision, by number."""
    decided = {entry.detail["item"] for entry in read_audit_log(desk, DECIDED)}
    return {number: item for number, item in _noted(desk) if number not in decided}


def decide_item(desk: Desk, number: int, take: bool) -> str:
    """Take or leave an item, and return what was done as text. An act is not repeated: whoever takes it has done it
    again by hand. Raises DeskError for one that does not wait, or a result that cannot be entered."""
    item = open_items(desk).get(number)
    if item is None:
        raise DeskError(message("event.left.none", number=number))
    if take and item.cards:
        cards = {side: WrittenCard(*card) for side, card in item.cards.items()}
        reason = f"{_TYPED}: {item.computer}, {item.by}, {item.at}"
        enter_result(desk.because(reason), item.round, item.table, cards, game=item.game)
    log_change(desk, DECIDED, {"item": number, "taken": take})
    return message("event.left.taken" if take else "event.left.left", text=item.text)
