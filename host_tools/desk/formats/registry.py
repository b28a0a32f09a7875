"""Registry of rows by id: those of this program, and those that installed packages add as entry points."""

import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache, wraps
from importlib import metadata
from typing import Any, Generic, Protocol, TypeVar

from host_tools.desk.errors import DeskError
from host_tools.i18n import message

_ID = re.compile(r"[a-z][a-z0-9-]{0,15}")
"""Ids that the store can keep and TOML takes as keys."""
_PROJECT = "cribbage_board."


class MissingRowError(DeskError):
    """No row of this id: neither this program nor an installed package has it."""


class Row(Protocol):
    """A dataclass whose functions are its fields."""

    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=Row)


class Registry(Generic[R]):
    """Rows by id. Those of other packages are looked for only where this program has none of the id.

    `name`: that of the group of entry points, `cribbage_board.NAME`, whose entries are named as their rows' ids.
    `check` raises ValueError for a row that cannot work. `reserved`: ids that packages cannot add.
    """

    def __init__(
        self,
        name: str,
        row_type: type[R],
        own: Iterable[R],
        check: Callable[[R], object] = lambda row: None,
        reserved: Collection[str] = (),
    ) -> None:
        self._name, self._row_type, self._check = name, row_type, check
        self._own = {row.id: row for row in own}
        self._reserved = {*reserved, *self._own}
        self._loaded: dict[str, R] = {}

    def __getitem__(self, row_id: str) -> R:
        """Return the row of this id. Raises MissingRowError, DeskError."""
        row = self._own.get(row_id) or self._loaded.get(row_id)
        return row or self._loaded.setdefault(row_id, self._load(row_id))

    def __iter__(self) -> Iterator[str]:
        """Iterate over all ids, the program's own first; nothing is loaded."""
        added = {point.name for point in self._entry_points() if not self._refusal(point)}
        return iter([*self._own, *sorted(added)])

    def __contains__(self, row_id: object) -> bool:
        return row_id in self._own or row_id in list(self)

    def refusals(self) -> list[str]:
        """Return, for each entry point that is not used because of its name, a message that says so."""
        return [refusal for point in self._entry_points() if (refusal := self._refusal(point))]

    def package(self, row_id: str) -> str:
        """Return the name of the package that adds a row; "" for the program's own."""
        if row_id in self._own:
            return ""
        return next((_package(point) for point in self._entry_points() if point.name == row_id), "")

    def missing(self, row_id: str, package: str = "") -> MissingRowError:
        """Build the error that there is no such row; `package`: the one that is known to have it, "" for none."""
        what = self._describe(row_id)
        if package:
            return MissingRowError(message("desk.plugin.install", what=what, package=package))
        return MissingRowError(message("desk.plugin.unknown", what=what, ids=", ".join(self)))

    def _entry_points(self) -> Iterable[metadata.EntryPoint]:
        return _entry_points(_PROJECT + self._name, tuple(map(_state_of, sys.path)))

    def _refusal(self, point: metadata.EntryPoint) -> str:
        """Return why an entry point is not used, "" if nothing speaks against its name."""
        if point.name not in self._reserved and _ID.fullmatch(point.name):
            return ""
        key = "desk.plugin.taken" if point.name in self._reserved else "desk.plugin.id"
        return message(key, **self._where(point))

    def _load(self, row_id: str) -> R:
        points = [point for point in self._entry_points() if point.name == row_id and not self._refusal(point)]
        if not points:
            raise self.missing(row_id)
        if len(points) > 1:
            packages = ", ".join(sorted(map(_package, points)))
            raise DeskError(message("desk.plugin.twice", **self._where(points[0]) | {"package": packages}))
        try:
            row = points[0].load()
            if not isinstance(row, self._row_type) or row.id != row_id:
                raise TypeError(message("desk.plugin.type", type=self._row_type.__name__, id=row_id, found=repr(row)))
            self._check(row)
        except Exception as error:
            raise self._failure(points[0], error) from error
        return self._guard(points[0], row)

    def _guard(self, point: metadata.EntryPoint, value: Any) -> Any:
        """Return a copy of a row whose functions raise DeskError for any error that is not meant for people."""
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{one.name: self._guard(point, getattr(value, one.name)) for one in fields(value)})
        if not callable(value):
            return value

        @wraps(value)
        def call(*args: Any) -> Any:
            try:
                return value(*args)
            except DeskError:
                raise
            except Exception as error:
                raise self._failure(point, error) from error

        return call

    def _failure(self, point: metadata.EntryPoint, error: Exception) -> DeskError:
        why = f"{type(error).__name__}: {error}"
        return DeskError(message("desk.plugin.broken", **self._where(point), why=why))

    def _where(self, point: metadata.EntryPoint) -> dict[str, str]:
        """Return the values that messages about an entry point have."""
        names = {"group": _PROJECT + self._name, "entry": f"{point.name} = {point.value}", "package": _package(point)}
        return {"what": self._describe(point.name), **names}

    def _describe(self, row_id: str) -> str:
        return message(f"desk.plugin.{self._name}", id=row_id)


@lru_cache(maxsize=8)
def _entry_points(group: str, _places: tuple[tuple[str, int], ...]) -> metadata.EntryPoints:
    """Return the entry points of a group. They are read again once what is installed in a place has changed: to read
    them takes longer than the rest of a page that lists formats."""
    return metadata.entry_points(group=group)


def _state_of(folder: str) -> tuple[str, int]:
    """Return a folder of packages and when one was last put into it or removed, 0 if it is none."""
    try:
        return folder, os.stat(folder or ".").st_mtime_ns
    except OSError:
        return folder, 0


def _package(point: metadata.EntryPoint) -> str:
    return point.dist.name if point.dist else point.module
