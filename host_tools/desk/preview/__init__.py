"""What would change: try a decision and tell its effects, or what games that are still open can decide."""
