"""What the firmware, boards, the page and the desk cost, measured by hand: `python -m tests.measure`."""


class UnavailableError(Exception):
    """A program that is needed is not installed here, or has ended; the message says which."""
