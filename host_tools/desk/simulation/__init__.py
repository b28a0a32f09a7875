"""Simulate events with random but legal games, and benchmark large events."""
