"""Messages of the board to programs and people: a dictionary of `code` and the values that the code's sentence names.

`why`, the reason that something failed, is a text or a message of its own. `sentences` has the sentence of each code.
"""


class CodedError(ValueError):
    """Input or data that is refused; `message` says why, and `error` is the kind of refusal a host is told of."""

    error = "bad-value"

    def __init__(self, code: str, **values) -> None:
        super().__init__(code)
        values["code"] = code
        self.message: dict = values

    def __str__(self) -> str:
        from .sentences import sentence

        return sentence(self.message)


class BusyError(CodedError):
    """What is asked for waits until no game is on."""

    error = "busy"


def reason(error):
    """Return why something failed, as a value of a message: the error's own message, or its text."""
    return error.message if isinstance(error, CodedError) else str(error)
