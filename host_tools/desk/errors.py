"""Errors for whoever runs the event: all that goes wrong by somebody's doing is a DeskError."""


class DeskError(Exception):
    """An error that the director can act on; the message says what is wrong and what would be right."""


class ConflictError(DeskError):
    """Somebody else has changed the same row since it was read; nothing was written."""
