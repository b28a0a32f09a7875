"""Run an event, from its roster to its prizes: seating, results, standings, money, web pages and commands."""
