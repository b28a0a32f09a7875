"""`cribboard`: tools for a desk computer. The board itself needs nothing of this."""
