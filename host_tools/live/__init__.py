"""Boards on a network: the broker between them and the desk, a demonstration, and how much it all stands."""
