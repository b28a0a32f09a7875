"""Simulate events with random but legal games."""
