"""Boards on USB: list, flash, read, watch and judge. One module per command; the README is for captains."""
