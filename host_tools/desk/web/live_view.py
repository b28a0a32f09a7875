"""Render live topics as HTML parts: one query a change, unchanged parts from a cache."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from flask import Flask
from sqlalchemy.orm import Session

from firmware.rules.presets import load_preset
from host_tools.desk.live import LiveBoard, LiveTables, State
from host_tools.desk.review import held_by_board
from host_tools.desk.rounds import RoundView, round_view
from host_tools.desk.store import Event
from host_tools.desk.web.change_stamp import Live, stamp
from host_tools.desk.web.live_alerts import Hall, watch_hall, without_counts
from host_tools.desk.web.live_feed import Parts, Topic
from host_tools.desk.web.live_rows import LiveRow, SkunkWatch, closest_game, live_rows, skunk_watch
from host_tools.words import speaking

_MOST_SKUNKS = 2
_TEMPLATE = "live_parts.html"


@dataclass(frozen=True)
class PublicHall:
    """The present round as everybody may see it by now. `delay` minutes ago; None: scores are hidden."""

    stamp: str
    view: RoundView | None
    rows: tuple[LiveRow, ...]
    closest: LiveRow | None
    skunks: tuple[SkunkWatch, ...]
    delay: int | None


@dataclass(frozen=True)
class DirectorHall:
    """The present round as the director sees it."""

    stamp: str
    view: RoundView | None
    hall: Hall
    refused: int
    trouble: str


class LiveView:
    """What boards say, beside what the desk has seated. `tables` None: there are no boards on a network. `clock`: the
    clock by which `tables` takes in what it receives."""

    def __init__(self, live: Live, tables: LiveTables | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.tables = tables
        self._live = live
        self._clock = clock
        self._rounds: dict[bool, tuple[str, RoundView | None]] = {}
        self._made: dict[tuple[str, str, str], tuple[Any, str]] = {}

    @property
    def trouble(self) -> str:
        """Why boards' messages do not arrive, as text; "" where they do."""
        return self.tables.trouble if self.tables is not None else ""

    def boards(self) -> list[LiveBoard]:
        """All boards seen so far."""
        return self.tables.snapshot(self._clock()) if self.tables is not None else []

    def public(self, session: Session, event: Event) -> PublicHall:
        """The public view of the hall, from a session restricted to public scores."""
        mark, view = self._round(session, event, public=True)
        rows = tuple(live_rows(view, event.uid, self._states(event))) if view else ()
        preset = load_preset(view.preset) if view else None
        closest = closest_game(rows, preset) if preset else None
        skunks = tuple(skunk_watch(rows, preset)[:_MOST_SKUNKS]) if preset else ()
        return PublicHall(mark, view, rows, closest, skunks, event.score_delay)

    def public_row(self, session: Session, event: Event, number: int, table: int) -> LiveRow | None:
        """One of its tables, if that round is the present one."""
        _, view = self._round(session, event, public=True)
        if view is None or view.round != number:
            return None
        only = replace(view, tables=[one for one in view.tables if one.table == table])
        return next(iter(live_rows(only, event.uid, self._states(event))), None)

    def _states(self, event: Event) -> list[tuple[State, bool]]:
        """The states that boards published, up to the moment whose scores are public."""
        if self.tables is None or event.score_delay is None:
            return []
        now = self._clock()
        return self.tables.states_at(now - 60 * event.score_delay, now)

    def director(self, session: Session, event: Event) -> DirectorHall:
        """The director's view of the hall."""
        now, (mark, view) = self._clock(), self._round(session, event, public=False)
        hall = watch_hall(view, event.uid, self.boards(), held_by_board(session, event), time.time() - now)
        return DirectorHall(mark, view, hall, self.tables.refused if self.tables is not None else 0, self.trouble)

    def _round(self, session: Session, event: Event, public: bool) -> tuple[str, RoundView | None]:
        """(stamp, newest round), queried again only after a change."""
        now = stamp(session, event)
        kept = self._rounds.get(public)
        if kept is None or kept[0] != now:
            kept = self._rounds[public] = (now, round_view(session, event))
        return kept

    def render(self, app: Flask, topics: Iterable[Topic]) -> dict[Topic, Parts]:
        """Render topics to HTML parts; the director's and all others' in one transaction each."""
        wanted = list(topics)
        found: dict[Topic, Parts] = {}
        for public in (True, False):
            mine = [topic for topic in wanted if (topic.kind != "director") == public]
            if mine:
                found |= self._of_kind(app, mine, public)
        return found

    def _of_kind(self, app: Flask, topics: list[Topic], public: bool) -> dict[Topic, Parts]:
        """Render the public or the director's topics in one transaction."""
        with self._live.event.reading(public) as (session, event):
            hall: Any = (self.public if public else self.director)(session, event)
        return {topic: {"stamp": hall.stamp, **self._parts(app, topic, hall)} for topic in topics}

    def _parts(self, app: Flask, topic: Topic, hall: Any) -> Parts:
        with speaking(topic.language):
            return {name: self._html(app, topic, name, *made) for name, *made in _CONTENT[topic.kind](topic, hall)}

    def _html(self, app: Flask, topic: Topic, name: str, macro: str, data: Any) -> str:
        key = (topic.kind, topic.language, name if topic.kind != "table" else f"{topic.round}-{topic.table}")
        kept = self._made.get(key)
        if kept is None or kept[0] != data:
            made = getattr(app.jinja_env.get_template(_TEMPLATE).module, macro)(data)
            kept = self._made[key] = (data, str(made))
        return kept[1]


Content = Iterable[tuple[str, str, Any]]
"""Parts: the id, the macro of the template that makes it, and what it is made of."""


def _of_wall(_topic: Topic, hall: PublicHall) -> Content:
    yield "watch", "watch", (hall.closest, hall.skunks)
    for row in hall.rows:
        yield f"live-{row.table}", "wall_row", without_counts(row)


def _of_table(topic: Topic, hall: PublicHall) -> Content:
    yield "my-table", "my_table", row_of(hall, topic.round, topic.table)


def _of_director(_topic: Topic, hall: DirectorHall) -> Content:
    yield "live-trouble", "director_trouble", hall.trouble
    yield "live-tables", "director_tables", hall.hall.tables
    yield "live-spare", "director_spare", (hall.hall.spare, hall.refused)


_CONTENT: dict[str, Callable[[Topic, Any], Content]] = {
    "wall": _of_wall,
    "table": _of_table,
    "director": _of_director,
}


def row_of(hall: PublicHall, number: int, table: int) -> LiveRow | None:
    """One table, if that round is the present one."""
    if hall.view is None or hall.view.round != number:
        return None
    return next((row for row in hall.rows if row.table == table), None)
