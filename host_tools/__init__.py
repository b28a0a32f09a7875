"""`cribboard`: what runs on a desk computer. The board itself needs nothing of this."""
