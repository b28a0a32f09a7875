"""Fills the areas of a board with KiCad's own filler: run by the Python that has `pcbnew` (/usr/bin/python3)."""

import sys

import pcbnew

board = pcbnew.LoadBoard(sys.argv[1])
pcbnew.ZONE_FILLER(board).Fill(board.Zones())
pcbnew.SaveBoard(sys.argv[1], board)
