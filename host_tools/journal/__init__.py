"""Tools for a journal copied from a board: event history, damage report, games as scenarios."""
