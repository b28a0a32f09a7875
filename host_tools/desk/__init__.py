"""The desk: an event from its roster to its prizes."""
