"""What a menu answers to a press."""

STAY = 0
REFUSED = 1
LEFT = 2
DONE = 3
REFUSED_AND_LEFT = 4
