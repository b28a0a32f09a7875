"""What is missing, held or in dispute, and all that was said about one table."""

from host_tools.desk.review.board_lines import BoardLines, board_lines
from host_tools.desk.review.findings import Finding, all_clear, find_problems
from host_tools.desk.review.table_history import table_history
from host_tools.desk.review.unfinished import unfinished

__all__ = ["BoardLines", "Finding", "all_clear", "board_lines", "find_problems", "table_history", "unfinished"]
