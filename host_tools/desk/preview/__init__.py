"""What would change: try a decision and tell its effects, or what games that are still open can decide."""

from host_tools.desk.preview.decision_preview import NotDecidedError, previewing
from host_tools.desk.preview.open_games import OpenGames, open_games

__all__ = ["NotDecidedError", "OpenGames", "open_games", "previewing"]
