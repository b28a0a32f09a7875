"""Options of Typer commands that several commands have: declared once, handed over in one dictionary."""

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

Given = dict[str, Any]
"""Options that were given, by name."""
NONE_GIVEN: Given = {}


def with_options(command: Callable[..., None], parameter: str, options: Mapping[str, Any]) -> Callable[..., None]:
    """Return a command that has `options` too, annotated types by name, in the place of one of its parameters.

    That parameter gets a dictionary of those that were given, which are not None.
    """

    @functools.wraps(command)
    def wrapped(**values: Any) -> None:
        given = {name: values.pop(name) for name in options}
        command(**values, **{parameter: {name: value for name, value in given.items() if value is not None}})

    places: list[inspect.Parameter] = []
    for place in inspect.signature(command).parameters.values():
        if place.name == parameter:
            places += [place.replace(name=name, annotation=kind, default=None) for name, kind in options.items()]
        else:
            places.append(place)
    wrapped.__signature__ = inspect.Signature(places)  # type: ignore[attr-defined]
    wrapped.__annotations__ = {place.name: place.annotation for place in places}
    return wrapped
