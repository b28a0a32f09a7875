"""A journal copied from a board, read on a desk: what happened, what is damaged, and the games again as scenarios."""
