"""Renderer of live topics: build view models, render them as HTML parts, cache unchanged parts."""

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
from host_tools.desk.web.director_live_view import Hall, watch_hall, without_counts
from host_tools.desk.web.live_feed import Parts, Topic
from host_tools.desk.web.live_rows import LiveRow, SkunkWatch, closest_game, live_rows, skunk_watch
from host_tools.desk.web.served_event import ServedEvent, stamp
from host_tools.i18n import use_language

_MOST_SKUNKS = 2
_TEMPLATE = "live_parts.html"


@dataclass(frozen=True)
class PublicHall:
    """View model of the present round for everybody, as of `delay` minutes ago; None: scores are hidden."""

    stamp: str
    view: RoundView | None
    rows: tuple[LiveRow, ...]
    closest: LiveRow | None
    skunks: tuple[SkunkWatch, ...]
    delay: int | None


@dataclass(frozen=True)
class DirectorHall:
    """View model of the present round for the director."""

    stamp: str
    view: RoundView | None
    hall: Hall
    refused: int
    trouble: str


class LiveView:
    """Builds and renders view models of the hall, from seating and boards' states. `tables` None: there is no broker.
    `clock`: that of the times in `tables`, in seconds."""

    def __init__(
        self, served: ServedEvent, tables: LiveTables | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.tables = tables
        self._served = served
        self._clock = clock
        self._rounds: dict[bool, tuple[str, RoundView | None]] = {}
        """Stamp and newest round, of the public view (True) and of the director's."""
        self._rendered: dict[tuple[str, str, str], tuple[Any, str]] = {}
        """Each part's data and HTML, by the topic's kind, its language and the part's name."""

    @property
    def trouble(self) -> str:
        """Why boards' messages do not arrive, as text; "" where they do."""
        return self.tables.trouble if self.tables is not None else ""

    def boards(self) -> list[LiveBoard]:
        """Return all boards seen so far."""
        return self.tables.snapshot(self._clock()) if self.tables is not None else []

    def public(self, session: Session, event: Event) -> PublicHall:
        """Build the public view of the hall, from a session restricted to public scores."""
        mark, view = self._round(session, event, public=True)
        rows = tuple(live_rows(view, event.uid, self._states(event))) if view else ()
        preset = load_preset(view.preset) if view else None
        closest = closest_game(rows, preset) if preset else None
        skunks = tuple(skunk_watch(rows, preset)[:_MOST_SKUNKS]) if preset else ()
        return PublicHall(mark, view, rows, closest, skunks, event.score_delay)

    def public_row(self, session: Session, event: Event, number: int, table: int) -> LiveRow | None:
        """Build the public row of one table; None where `number` is not the present round."""
        _, view = self._round(session, event, public=True)
        if view is None or view.round != number:
            return None
        only = replace(view, tables=[view_table for view_table in view.tables if view_table.table == table])
        return next(iter(live_rows(only, event.uid, self._states(event))), None)

    def _states(self, event: Event) -> list[tuple[State, bool]]:
        """Return the boards' states at the moment whose scores are public; none where scores are hidden."""
        if self.tables is None or event.score_delay is None:
            return []
        now = self._clock()
        return self.tables.states_at(now - 60 * event.score_delay, now)

    def director(self, session: Session, event: Event) -> DirectorHall:
        """Build the director's view of the hall."""
        now, (mark, view) = self._clock(), self._round(session, event, public=False)
        hall = watch_hall(view, event.uid, self.boards(), held_by_board(session, event), time.time() - now)
        return DirectorHall(mark, view, hall, self.tables.refused if self.tables is not None else 0, self.trouble)

    def _round(self, session: Session, event: Event, public: bool) -> tuple[str, RoundView | None]:
        """Return (stamp, newest round), queried again only after a change.

        Public sessions do not see delayed scores and the director's do: each kind has its own cache.
        """
        new_stamp = stamp(session, event)
        cached = self._rounds.get(public)
        if cached is None or cached[0] != new_stamp:
            cached = self._rounds[public] = (new_stamp, round_view(session, event))
        return cached

    def render(self, app: Flask, topics: Iterable[Topic]) -> dict[Topic, Parts]:
        """Render topics to HTML parts; the director's in one transaction, all others in another."""
        wanted = list(topics)
        parts: dict[Topic, Parts] = {}
        for public in (True, False):
            topics_of_kind = [topic for topic in wanted if (topic.kind != "director") == public]
            if topics_of_kind:
                parts |= self._render_kind(app, topics_of_kind, public)
        return parts

    def _render_kind(self, app: Flask, topics: list[Topic], public: bool) -> dict[Topic, Parts]:
        """Render the public or the director's topics in one transaction."""
        with self._served.event.reading(public) as (session, event):
            hall: Any = (self.public if public else self.director)(session, event)
        return {topic: {"stamp": hall.stamp, **self._parts(app, topic, hall)} for topic in topics}

    def _parts(self, app: Flask, topic: Topic, hall: Any) -> Parts:
        """Render all parts of a topic in its language."""
        with use_language(topic.language):
            parts = _CONTENT[topic.kind](topic, hall)
            return {name: self._html(app, topic, name, *content) for name, *content in parts}

    def _html(self, app: Flask, topic: Topic, name: str, macro: str, data: Any) -> str:
        """Render a part by a template's macro, or return it from the cache where `data` is the same."""
        key = (topic.kind, topic.language, name if topic.kind != "table" else f"{topic.round}-{topic.table}")
        cached = self._rendered.get(key)
        if cached is None or cached[0] != data:
            html = getattr(app.jinja_env.get_template(_TEMPLATE).module, macro)(data)
            cached = self._rendered[key] = (data, str(html))
        return cached[1]


Content = Iterable[tuple[str, str, Any]]
"""Parts as (id, the template's macro that renders it, the macro's argument)."""


def _wall_content(_topic: Topic, hall: PublicHall) -> Content:
    yield "watch", "watch", (hall.closest, hall.skunks)
    for row in hall.rows:
        yield f"live-{row.table}", "wall_row", without_counts(row)


def _table_content(topic: Topic, hall: PublicHall) -> Content:
    yield "my-table", "my_table", row_of(hall, topic.round, topic.table)


def _director_content(_topic: Topic, hall: DirectorHall) -> Content:
    yield "live-trouble", "director_trouble", hall.trouble
    yield "live-tables", "director_tables", hall.hall.tables
    yield "live-spare", "director_spare", (hall.hall.spare, hall.refused)


_CONTENT: dict[str, Callable[[Topic, Any], Content]] = {
    "wall": _wall_content,
    "table": _table_content,
    "director": _director_content,
}


def row_of(hall: PublicHall, number: int, table: int) -> LiveRow | None:
    """Return the row of one table; None where `number` is not the present round."""
    if hall.view is None or hall.view.round != number:
        return None
    return next((row for row in hall.rows if row.table == table), None)
