"""The board's voice: its clips and their files, the card that they go on, and a model of the module that plays it."""
