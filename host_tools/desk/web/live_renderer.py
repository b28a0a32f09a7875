"""Renderer of live topics: build view models, render them as HTML parts, cache unchanged parts."""

import math
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from flask import Flask
from sqlalchemy.orm import Session

from firmware.rules.presets import load_preset
from host_tools.desk.events.hall_rows import halls_of
from host_tools.desk.live.board_messages import State
from host_tools.desk.live.board_registry import LiveBoard, LiveTables
from host_tools.desk.review.held_by_board import held_by_board
from host_tools.desk.rounds.round_view import RoundView, present_view
from host_tools.desk.store.model import Event
from host_tools.desk.web.director_live_view import Hall, HallSummary, build_hall, summarize_halls, without_counts
from host_tools.desk.web.live_feed import Parts, Topic
from host_tools.desk.web.live_rows import LiveRow, SkunkWatch, closest_game, live_rows, rounds_of_tables, skunk_watch
from host_tools.desk.web.served_event import ServedEvent, stamp
from host_tools.i18n import use_language
from host_tools.table_numbers import hall_of

_MAX_SKUNKS = 2
_REST = 4
"""Streams have the round built anew for a fifth of the time at most: at thousands of tables that takes a second."""
_PAGE_S = 0.01
"""What a follower's page costs, which is fetched again where the stamp has changed: the round is built anew after so
long for each follower, so that two thousand do not come at each result of the hall."""
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

    @cached_property
    def row_by_table(self) -> dict[int, LiveRow]:
        """The rows by their tables' numbers."""
        return {row.table: row for row in self.rows}

    @cached_property
    def rounds(self) -> dict[int, int]:
        """The rounds that the tables play, by their numbers."""
        return rounds_of_tables(self.view) if self.view else {}

    def in_hall(self, hall: int) -> "PublicHall":
        """Return the same for one hall of several, by its number; 0: for all."""
        if not hall or self.view is None:
            return self
        view = _in_hall(self.view, hall)
        rows = tuple(row for row in self.rows if hall_of(row.table) == hall)
        preset = load_preset(view.preset)
        skunks = tuple(skunk_watch(rows, preset)[:_MAX_SKUNKS])
        return PublicHall(self.stamp, view, rows, closest_game(rows, preset), skunks, self.delay)


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


class LiveView:
    """Builds and renders view models of the hall, from seating and boards' states. `tables` None: there is no broker.
    `clock` is that of the times in `tables`, in seconds."""

    def __init__(
        self, served: ServedEvent, tables: LiveTables | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.tables = tables
        self._served = served
        self._clock = clock
        self.count_followers: Callable[[], int] = lambda: 0
        self._rounds: dict[bool, tuple[str, RoundView | None]] = {}
        """Change stamp and newest round, of the public view (True) and of the director's (False)."""
        self._kept_until: dict[bool, float] = {}
        """Until when streams keep these rounds, whatever has changed."""
        self._unchecked: set[bool] = set()
        """Which of these rounds were rendered last without a look at what has changed."""
        self._rendered: dict[tuple[str, str, str], tuple[Any, str]] = {}
        """Each part's data and HTML, by the topic's kind, its language and the part's name."""

    @property
    def trouble(self) -> str:
        """Message why boards' messages do not arrive; "" if they do."""
        return self.tables.trouble if self.tables is not None else ""

    def due_s(self) -> float:
        """Return in how many seconds a round that was rendered unchecked is to be checked; infinite if none was."""
        now = self._clock()
        return min((self._kept_until[public] - now for public in self._unchecked), default=math.inf)

    def boards(self) -> list[LiveBoard]:
        """Return all boards seen so far."""
        return self.tables.snapshot(self._clock()) if self.tables is not None else []

    def public_hall(
        self, session: Session, event: Event, only: Collection[int] | None = None, for_stream: bool = False
    ) -> PublicHall:
        """Build the public view of the hall, or of `only` these tables, from a session restricted to public scores."""
        new_stamp, view = self._newest_round(session, event, True, for_stream)
        if view is not None and only is not None:
            view = replace(view, tables=[table for table in view.tables if table.table in only])
        rows = tuple(live_rows(view, event.uid, self._public_states(event, only))) if view else ()
        preset = load_preset(view.preset) if view else None
        closest = closest_game(rows, preset) if preset else None
        skunks = tuple(skunk_watch(rows, preset)[:_MAX_SKUNKS]) if preset else ()
        return PublicHall(new_stamp, view, rows, closest, skunks, event.score_delay)

    def public_row(self, session: Session, event: Event, round_number: int, table: int) -> LiveRow | None:
        """Build the public row of one table; None if `round_number` is not the round that it plays."""
        _, view = self._newest_round(session, event, True)
        if view is None or round_number not in (one.round for one in view.tables if one.table == table):
            return None
        table_alone = replace(view, tables=[view_table for view_table in view.tables if view_table.table == table])
        return next(iter(live_rows(table_alone, event.uid, self._public_states(event, (table,)))), None)

    def _public_states(self, event: Event, only: Collection[int] | None) -> list[tuple[State, bool]]:
        """Return the boards' states `score_delay` minutes ago at all tables, or at `only` these, each with whether it
        is silent now; [] if hidden."""
        if self.tables is None or event.score_delay is None:
            return []
        now = self._clock()
        return self.tables.states_at(now - 60 * event.score_delay, now, only)

    def director_hall(self, session: Session, event: Event, for_stream: bool = False) -> DirectorHall:
        """Build the director's view: newest round, boards by table, refused messages, trouble with the broker."""
        now, (new_stamp, view) = self._clock(), self._newest_round(session, event, False, for_stream)
        hall = build_hall(view, event.uid, self.boards(), held_by_board(session, event), time.time() - now)
        refused = self.tables.refused if self.tables is not None else 0
        halls = summarize_halls(hall, halls_of(session, event))
        return DirectorHall(new_stamp, view, hall, refused, self.trouble, halls)

    def _newest_round(
        self, session: Session, event: Event, public: bool, for_stream: bool = False
    ) -> tuple[str, RoundView | None]:
        """Return (change stamp, newest round or None), queried again only after a change; for a stream, not so soon.

        Public sessions do not see delayed scores and the director's do: each kind has its own cache.
        """
        if self.tables is not None:
            self.tables.delay_s = 60 * (event.score_delay or 0)
        cached, began = self._rounds.get(public), self._clock()
        if cached is not None and for_stream and began < self._kept_until[public]:
            self._unchecked.add(public)
            return cached
        new_stamp = stamp(session, event)
        if cached is None or cached[0] != new_stamp:
            cached = self._rounds[public] = (new_stamp, present_view(session, event))
            ended = self._clock()
            self._kept_until[public] = ended + _REST * (ended - began) + _PAGE_S * self.count_followers()
        return cached

    def render(self, app: Flask, topics: Iterable[Topic], for_stream: bool = False) -> dict[Topic, Parts]:
        """Render topics to HTML parts; the director's in one transaction, all others in another.

        What is `for_stream` may be of a round as it was some seconds ago.
        """
        all_topics = list(topics)
        if for_stream:
            self._unchecked.clear()
        parts: dict[Topic, Parts] = {}
        for public in (True, False):
            topics_of_kind = [topic for topic in all_topics if (topic.kind != "director") == public]
            if topics_of_kind:
                parts |= self._render_in_transaction(app, topics_of_kind, public, for_stream)
        return parts

    def _render_in_transaction(
        self, app: Flask, topics: list[Topic], public: bool, for_stream: bool
    ) -> dict[Topic, Parts]:
        """Render topics that are all public, or all the director's, in one transaction."""
        with self._served.event.reading(public) as (session, event):
            build: Any = partial(self._public_part, topics=topics) if public else self.director_hall
            hall = build(session, event, for_stream=for_stream)
        return {topic: {"stamp": hall.stamp, **self._render_topic(app, topic, hall)} for topic in topics}

    def _public_part(self, session: Session, event: Event, topics: list[Topic], for_stream: bool) -> PublicHall:
        """Build the public view of what these topics show: phones follow a few of the tables of a large event."""
        follow_one = all(topic.kind == "table" for topic in topics)
        _, view = self._rounds.get(True, ("", None))
        # A page that was fetched since the next round was seated is not to wait for it.
        knows_round = max(topic.round for topic in topics) <= (view.round if view else 0)
        tables = {topic.table for topic in topics} if follow_one else None
        return self.public_hall(session, event, tables, for_stream and knows_round)

    def _render_topic(self, app: Flask, topic: Topic, hall: Any) -> Parts:
        """Render all parts of a topic in its language."""
        with use_language(topic.language):
            parts = _CONTENT[topic.kind](topic, hall)
            return {name: self._render_part(app, topic, name, *content) for name, *content in parts}

    def _render_part(self, app: Flask, topic: Topic, name: str, macro: str, data: Any) -> str:
        """Render the part `name` by a macro of _TEMPLATE; return the cached HTML if `data` has not changed."""
        own_name = f"{topic.round}-{topic.table}" if topic.kind == "table" else f"{name} {topic.hall}"
        key = (topic.kind, topic.language, own_name)
        cached = self._rendered.get(key)
        if cached is None or cached[0] != data:
            html = getattr(app.jinja_env.get_template(_TEMPLATE).module, macro)(data)
            cached = self._rendered[key] = (data, str(html))
        return cached[1]


Content = Iterable[tuple[str, str, Any]]
"""Parts as (id, the template's macro that renders it, the macro's argument)."""


def _wall_content(topic: Topic, everywhere: PublicHall) -> Content:
    hall = everywhere.in_hall(topic.hall)
    yield "watch", "watch", (hall.closest, hall.skunks)
    for row in hall.rows:
        yield f"live-{row.table}", "wall_row", without_counts(row)


def _table_content(topic: Topic, hall: PublicHall) -> Content:
    yield "my-table", "my_table", find_row(hall, topic.round, topic.table)


def _director_content(topic: Topic, everywhere: DirectorHall) -> Content:
    hall = everywhere.in_hall(topic.hall)
    yield "live-halls", "director_halls", hall.halls
    yield "live-trouble", "director_trouble", hall.trouble
    yield "live-tables", "director_tables", (hall.hall.tables, bool(hall.halls))
    yield "live-spare", "director_spare", (hall.hall.spare, hall.refused)


_CONTENT: dict[str, Callable[[Topic, Any], Content]] = {
    "wall": _wall_content,
    "table": _table_content,
    "director": _director_content,
}


def find_row(hall: PublicHall, round_number: int, table: int) -> LiveRow | None:
    """Return the row of one table; None if `round_number` is not the round that it plays."""
    return hall.row_by_table.get(table) if hall.rounds.get(table) == round_number else None
