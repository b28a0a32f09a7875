"""Review of an event: find missing, held and disputed results, list open items, show one table's history."""

from host_tools.desk.review.findings import Finding, find_problems, no_findings_text
from host_tools.desk.review.held_by_board import held_by_board
from host_tools.desk.review.reasons_not_final import reasons_not_final
from host_tools.desk.review.table_history import table_history

__all__ = ["Finding", "find_problems", "held_by_board", "no_findings_text", "reasons_not_final", "table_history"]
