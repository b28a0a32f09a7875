"""View models of the present round, for everybody and for the director, of all halls or of one."""

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property

from firmware.rules.presets import load_preset
from host_tools.desk.rounds.round_view import RoundView, TableView
from host_tools.desk.web.director_live_view import Hall, HallSummary
from host_tools.desk.web.live_rows import LiveRow, SkunkWatch, closest_game, skunk_watch
from host_tools.table_numbers import hall_of

_MAX_SKUNKS = 2


@dataclass(frozen=True)
class PublicHall:
    """View model of the present round for everybody, as of `delay` minutes ago; None: scores are hidden."""

    stamp: str
    view: RoundView | None
    rows: tuple[LiveRow, ...]
    delay: int | None

    @cached_property
    def watch(self) -> tuple[LiveRow | None, tuple[SkunkWatch, ...]]:
        """The closest game and the skunk watch."""
        if self.view is None:
            return None, ()
        preset = load_preset(self.view.preset)
        return closest_game(self.rows, preset), tuple(skunk_watch(self.rows, preset)[:_MAX_SKUNKS])

    def in_hall(self, hall: int) -> "PublicHall":
        """Return the same for one hall of several, by its number; 0: for all."""
        if not hall or self.view is None:
            return self
        tables, rows = self._by_hall[hall]
        return replace(self, view=_with_tables(self.view, tables), rows=tuple(rows))

    @cached_property
    def _by_hall(self) -> dict[int, tuple[list[TableView], list[LiveRow]]]:
        """The tables of each hall, and their rows, by the hall's number."""
        halls: dict[int, tuple[list[TableView], list[LiveRow]]] = defaultdict(lambda: ([], []))
        for table, row in zip(self.view.tables if self.view else (), self.rows, strict=True):
            tables, rows = halls[hall_of(table.table)]
            tables.append(table)
            rows.append(row)
        return halls


@dataclass(frozen=True)
class DirectorHall:
    """View model of the present round for the director; `halls`: a summary of each, where the event has several."""

    stamp: str
    view: RoundView | None
    hall: Hall
    refused: int
    trouble: str
    halls: tuple[HallSummary, ...] = ()

    def in_hall(self, number: int) -> "DirectorHall":
        """Return the same for one hall of several, by its number; 0: for all, with their tables with trouble alone."""
        if not self.halls:
            return self
        view = self.view
        if view and number:
            view = _with_tables(view, [table for table in view.tables if hall_of(table.table) == number])
        return replace(self, view=view, hall=self.hall.in_hall(number), halls=() if number else self.halls)


def _with_tables(view: RoundView, tables: list[TableView]) -> RoundView:
    """Return the round that one hall of several plays, with its tables alone."""
    return replace(view, tables=tables, round=tables[0].round if tables else view.round)
