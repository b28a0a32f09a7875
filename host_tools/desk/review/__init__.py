"""Review of an event: find missing, held and disputed results, list open items, show one table's history."""

from host_tools.desk.review.findings import Finding, find_problems, no_findings_text
from host_tools.desk.review.held_by_board import held_by_board
from host_tools.desk.review.readiness import (
    UnsettledError,
    draw_when_settled,
    finding_text,
    open_before_draw,
    open_before_seating,
    seat_when_settled,
    settle_prizes,
)
from host_tools.desk.review.reasons_not_final import reasons_not_final
from host_tools.desk.review.table_history import table_history

__all__ = [
    "Finding",
    "UnsettledError",
    "draw_when_settled",
    "find_problems",
    "finding_text",
    "held_by_board",
    "no_findings_text",
    "open_before_draw",
    "open_before_seating",
    "reasons_not_final",
    "seat_when_settled",
    "settle_prizes",
    "table_history",
]
