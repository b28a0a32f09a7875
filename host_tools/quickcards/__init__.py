"""Quick-reference cards (PDF, one A5 page each) for players, judge and captain, in every language."""
