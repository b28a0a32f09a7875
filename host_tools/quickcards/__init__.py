"""The quick cards: a page of A5 each for players, judge and captain, in each language of the catalogue."""
