"""Make functions commands of `cribboard event` that decide, with the option to say only what would change."""

from collections.abc import Callable
from inspect import Signature, signature
from typing import Annotated, Any

import typer

from host_tools.desk.cli.options import Answer, command
from host_tools.desk.events.location import EventLocation
from host_tools.desk.review.decision_preview import NotDecidedError, previewing

Would = Annotated[bool, typer.Option("--would", help="Change nothing; say what would change.")]


def decision(function: Callable[..., Answer | None]) -> Callable[..., None]:
    """Make a command of a function as `command` does, for a decision of the director: it gets the option --would, with
    which nothing is changed and only what the decision would change is printed."""

    def tried(location: EventLocation, would: Would = False, **own: Any) -> Answer | None:
        if would:
            location.around_writing = previewing
        try:
            return function(location=location, **own)
        except NotDecidedError as tried:
            return {"would": tried.changes}, *tried.changes

    shared = signature(tried).parameters["would"]
    own_parameters = list(signature(function).parameters.values())
    tried.__name__ = function.__name__
    tried.__signature__ = Signature([*own_parameters, shared])  # type: ignore[attr-defined]
    return command(tried)
