"""Results of games: winner and points, a board's authenticated result line, hash chain and validation."""
