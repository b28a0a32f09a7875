"""Boards on USB: list, flash, read, watch, judge. A module per command, `…_command`; the README is for captains."""
