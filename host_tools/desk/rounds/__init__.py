"""Rounds: seat and reseat them, draw and seat the bracket and play-offs of ties, read models of seating and bracket."""
