"""Compute standings from results: cross-checked cards, scores of each table, totals, ranking, score cards."""
