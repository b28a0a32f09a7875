"""View models of the present round, for everybody and for the director, of all halls or of one."""

from dataclasses import dataclass, replace
from functools import cached_property

from firmware.rules.presets import load_preset
from host_tools.desk.rounds.round_view import RoundView
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
        rows = tuple(row for row in self.rows if hall_of(row.table) == hall)
        return replace(self, view=_in_hall(self.view, hall), rows=rows)


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
        view = _in_hall(self.view, number) if self.view and number else self.view
        return replace(self, view=view, hall=self.hall.in_hall(number), halls=() if number else self.halls)


def _in_hall(view: RoundView, hall: int) -> RoundView:
    """Return the round that one hall of several plays, with its tables alone."""
    tables = [table for table in view.tables if hall_of(table.table) == hall]
    return replace(view, tables=tables, round=tables[0].round if tables else view.round)
