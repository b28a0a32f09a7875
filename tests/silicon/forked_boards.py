"""Fork copies of a started emulated board: a start costs a minute, a fork nothing."""

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.silicon.emulated_pico import Pico

_fork = multiprocessing.get_context("fork")


class Copy:
    """The methods of a Pico, called in the process that it runs in."""

    def __init__(self, line: Connection) -> None:
        self._line = line

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            self._line.send((name, arguments, named))
            value, error = self._line.recv()
            if error:
                raise error
            return value

        return call


@contextmanager
def copy(pico: "Pico") -> Iterator[Copy]:
    """A copy of `pico` as it is now; whatever happens to it, `pico` stays so."""
    parent_end, there = _fork.Pipe()
    process = _fork.Process(target=_serve, args=(pico, there), daemon=True)
    process.start()
    there.close()
    try:
        yield Copy(parent_end)
    finally:
        parent_end.close()
        process.terminate()
        process.join()


def _serve(pico: "Pico", line: Connection) -> None:
    while True:
        try:
            name, arguments, named = line.recv()
        except EOFError:
            return
        try:
            line.send((getattr(pico, name)(*arguments, **named), None))
        except Exception as error:
            line.send((None, error))
