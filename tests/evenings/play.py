"""What plays each evening."""

from tests.evenings import captain, director

EVENINGS = {"director": director.play, "captain": captain.play}
"""By its name: a function of the album, a folder for the evening's files, and the address of `cribboard sim`."""
