"""Runs the board, unless boot.py has set `stay`: then firmware is missing or damaged.

It is short because the interpreter compiles it at each start.
"""

if not globals().get("stay"):
    from firmware.runner import run

    run()
