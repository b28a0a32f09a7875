"""What is missing, held or in dispute, and all that was said about one table."""

from host_tools.desk.review.findings import Finding, all_clear, find_problems
from host_tools.desk.review.held_by_board import held_by_board
from host_tools.desk.review.table_history import table_history
from host_tools.desk.review.unfinished import unfinished

__all__ = ["Finding", "all_clear", "find_problems", "held_by_board", "table_history", "unfinished"]
