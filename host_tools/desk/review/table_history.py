"""History of one table in a round: every score card and result line, including replaced and refused ones."""

from dataclasses import dataclass

from sqlalchemy import select

from host_tools.desk.events.audit_log import reason_text
from host_tools.desk.intake.held_line_view import result_text
from host_tools.desk.review.findings import card_text
from host_tools.desk.scoring.recompute_scores import to_written_card
from host_tools.desk.scoring.stored_lines import counts
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Card, Line
from host_tools.results.result_line import parse_line
from host_tools.results.validation import explain


@dataclass(frozen=True)
class CardRecord:
    """A card that was entered; `text` is its result, `why` the reason in the reader's language; `counts`: no later card
    has replaced it."""

    card: Card
    text: str
    why: str
    counts: bool


@dataclass(frozen=True)
class LineRecord:
    """A board's line; `text` is its result, `why` the reasons why it is or was held. `counts`: it is not held, or has
    been accepted. `judged`: number of a judge's decisions in the game."""

    line: Line
    text: str
    why: str
    counts: bool
    judged: int
    muggins: bool


@dataclass(frozen=True)
class History:
    """Cards and lines of one table in one round, oldest first."""

    cards: list[CardRecord]
    lines: list[LineRecord]


def table_history(desk: Desk, round_number: int, table: int) -> History:
    """Query all cards and lines of a table in a round, including replaced and refused ones."""
    conditions = [
        (model.event_id == desk.event.id, model.round == round_number, model.table == table) for model in (Card, Line)
    ]
    cards = list(desk.session.scalars(select(Card).where(*conditions[0]).order_by(Card.id)))
    newest = {(card.game, card.side): card.id for card in cards}
    lines = desk.session.scalars(select(Line).where(*conditions[1]).order_by(Line.id))
    return History(
        [_card_record(record, newest[record.game, record.side] == record.id) for record in cards],
        [_line_record(record) for record in lines],
    )


def _card_record(card: Card, counts: bool) -> CardRecord:
    text = card_text(to_written_card(card))
    if card.holes is not None and card.against is not None:
        text = f"{card.holes}–{card.against}"
    return CardRecord(card, text, reason_text(card.reason), counts)


def _line_record(line: Line) -> LineRecord:
    parsed = parse_line(line.text)
    why, judged = explain(line.held), parsed.judged or 0
    return LineRecord(line, result_text(line), why, counts(line), judged, bool(parsed.muggins))
