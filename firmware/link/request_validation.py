"""Validates the PIN and the fields of a request; raises `LinkError` with an error code to refuse it."""


class LinkError(Exception):
    """A request is refused: `code` is for programs, `detail` a message for people."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


def check_pin(board, request: dict) -> None:
    """Check the request's PIN, if the board has one. Raises LinkError if it is wrong or missing, or the PIN locked."""
    if not board.pin.digits:
        return
    digits = request.get("pin")
    if board.pin.locked(board.clock):
        raise LinkError("locked", "three wrong PINs; wait 30 s")
    if not isinstance(digits, str):
        raise LinkError("pin", "pin: the board's PIN is needed")
    # Only digits can be right, and other text might not be encodable.
    digits = digits.encode() if all(c in "0123456789" for c in digits) else b""
    if not board.pin.check(digits, len(digits), board.clock):
        raise LinkError("pin", "pin: the board's PIN is needed")


def whole_number(request: dict, field: str, default) -> int:
    """Return the value of a field, `default` if it is missing. Raises LinkError unless it is a whole number."""
    value = request.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise LinkError("bad-value", "%s: a whole number" % field)
    return value
