"""Quick-reference cards (PDF, A5, front and back) for players, judge and captain, in every language."""
