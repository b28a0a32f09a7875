"""How long tests wait for another process: only one that hangs is waited for that long, on the slowest machine."""

PATIENCE_S = 300
PATIENCE_MS = 1000 * PATIENCE_S
