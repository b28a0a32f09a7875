"""Which part is at fault when a board does not do what it should: faults of the net list, what they do, a dialogue."""
