"""Fills a board's copper zones by KiCad's `pcbnew`: run by the Python that has it (/usr/bin/python3)."""

import sys

import pcbnew

board = pcbnew.LoadBoard(sys.argv[1])
pcbnew.ZONE_FILLER(board).Fill(board.Zones())
pcbnew.SaveBoard(sys.argv[1], board)
