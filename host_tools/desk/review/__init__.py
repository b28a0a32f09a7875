"""What is missing, held or in dispute, and the history of one table."""

from host_tools.desk.review.findings import Finding, all_clear, find_problems
from host_tools.desk.review.held_by_board import held_by_board
from host_tools.desk.review.open_items import unfinished
from host_tools.desk.review.table_history import table_history

__all__ = ["Finding", "all_clear", "find_problems", "held_by_board", "table_history", "unfinished"]
