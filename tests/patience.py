"""How long tests wait for another process: one that works answers sooner, on a slow and busy machine too."""

PATIENCE_S = 60
PATIENCE_MS = 1000 * PATIENCE_S
