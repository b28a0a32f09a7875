"""Event formats as data, and a pure function for each movement of players between tables."""
