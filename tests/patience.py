"""How long tests wait for another process: one that works answers sooner, on a slow and busy machine too."""

PATIENCE_S = 200
"""More than the 90 s that tests give a silent board: CRIBBOARD_TIMEOUT_FACTOR times its 3 s."""
PATIENCE_MS = 1000 * PATIENCE_S
