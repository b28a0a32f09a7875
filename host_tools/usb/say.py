"""Words for the person at the terminal."""

from rich.console import Console


def fail(message: str) -> None:
    """What went wrong, beside what the command prints."""
    Console(stderr=True, highlight=False, markup=False, soft_wrap=True).print(message)
