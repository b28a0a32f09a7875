"""Boards on USB: found, flashed, read, watched and judged. One module per verb; the README is for captains."""
