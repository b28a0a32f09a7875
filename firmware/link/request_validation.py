"""Validates the PIN and the fields of a request; raises `CodedError` to refuse it."""

from ..config import PIN_LOCK_MS
from ..messages import CodedError


class LinkError(CodedError):
    """A request is refused for another reason than a bad value: `error` is the kind."""

    def __init__(self, error: str, code: str, **values) -> None:
        super().__init__(code, **values)
        self.error = error


def check_pin(board, request: dict) -> None:
    """Check the request's PIN, if the board has one. Raises LinkError if it is wrong or missing, or the PIN locked."""
    if not board.pin.digits:
        return
    digits = request.get("pin")
    if board.pin.locked(board.clock.now):
        raise LinkError("locked", "pin-locked", s=PIN_LOCK_MS // 1000)
    if not isinstance(digits, str):
        raise LinkError("pin", "pin-needed")
    # Only digits can be right, and other text might not be encodable.
    digits = digits.encode() if all(c in "0123456789" for c in digits) else b""
    if not board.pin.check(digits, len(digits), board.clock.now):
        raise LinkError("pin", "pin-wrong")


def whole_number(request: dict, field: str, default) -> int:
    """Return the value of a field, `default` if it is missing. Raises CodedError unless it is a whole number."""
    value = request.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise CodedError("no-whole-number", field=field)
    return value
