"""The open event: what every function of the desk reads and changes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy.orm import Session

from host_tools.desk.store.database import ANSWERS
from host_tools.desk.store.model import Event

_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Desk:
    """An event, open in one transaction. Functions that read or change an event take it first.

    `session`: the transaction; `event`: the event's row, locked where it is to be changed; `by`: who changes it, and
    `reason`: why, both for the diary.
    """

    session: Session
    event: Event
    by: str = ""
    reason: str = ""

    def acting(self, by: str, reason: str = "") -> "Desk":
        """Return the same event for a change by `by`."""
        return replace(self, by=by, reason=reason)

    def because(self, reason: str) -> "Desk":
        """Return the same event for a change with this reason."""
        return replace(self, reason=reason)


def asked_once(
    question: Callable[Concatenate[Desk, _Arguments], _Answer],
) -> Callable[Concatenate[Desk, _Arguments], _Answer]:
    """Decorate a question that many others ask: a read transaction, which sees one state of the event, keeps the
    answer. Nobody may change it."""

    @wraps(question)
    def ask(desk: Desk, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Answer:
        answers = desk.session.info.get(ANSWERS)
        if answers is None:
            return question(desk, *args, **kwargs)
        asked = question, desk.event.id, args, tuple(kwargs.items())
        if asked not in answers:
            answers[asked] = question(desk, *args, **kwargs)
        return answers[asked]

    return ask
