"""Renderer of live topics: build view models, render them as HTML parts, cache unchanged parts."""

import math
import time
from collections.abc import Callable, Collection, Iterable
from typing import Any

from flask import Flask
from sqlalchemy import func, select

from host_tools.desk.events.hall_rows import halls_of
from host_tools.desk.live.board_registry import LiveBoard, LiveTables
from host_tools.desk.rounds.round_view import present_view
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Event, Line
from host_tools.desk.web.director_live_view import DirectorHall, summarize_halls, watch_boards
from host_tools.desk.web.live_feed import Parts, Topic
from host_tools.desk.web.live_rows import LiveRow, PublicHall, without_counts
from host_tools.desk.web.public_rows import NewestRound, PublicRow, PublicRows
from host_tools.desk.web.served_event import ServedEvent, stamp
from host_tools.i18n import use_language


def held_by_board(desk: Desk) -> dict[str, int]:
    """Count the held lines that await the director's decision, by their board's uid."""
    query = select(Line.board, func.count()).where(Line.event_id == desk.event.id, Line.held != "", Line.decision == "")
    return {row[0]: row[1] for row in desk.session.execute(query.group_by(Line.board))}


_REST = 4
"""Streams have the round built anew for a fifth of the time at most: at thousands of tables that takes a second."""
_PAGE_S = 0.01
"""What a follower's page costs, which is fetched again where the stamp has changed: the round is built anew after so
long for each follower, so that two thousand do not come at each result of the hall."""
_TEMPLATE = "live_parts.html"


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
        self._rounds: dict[bool, NewestRound] = {}
        """The newest round of the public view (True) and of the director's (False)."""
        self._rows = PublicRows(tables, clock)
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

    def public_hall(self, desk: Desk) -> PublicHall:
        """Build the public view of the hall, from a session restricted to public scores."""
        return self._public_hall(self._newest_round(desk, True), desk.event)

    def _public_hall(self, newest: NewestRound, event: Event) -> PublicHall:
        rows = tuple(found.row for found in self._rows.rows(newest, event).values())
        return PublicHall(newest.stamp, newest.view, rows, event.score_delay)

    def public_row(self, desk: Desk, round_number: int, table: int) -> LiveRow | None:
        """Build the public row of one table; None if `round_number` is not the round that it plays."""
        newest = self._newest_round(desk, True)
        found = self._rows.rows(newest, desk.event, {table}).get(table)
        return found.row if found is not None and found.table.round == round_number else None

    def director_hall(self, desk: Desk, for_stream: bool = False) -> DirectorHall:
        """Build the director's view: newest round, boards by table, refused messages, trouble with the broker."""
        now, newest = self._clock(), self._newest_round(desk, False, for_stream)
        watched = watch_boards(newest.view, desk.event.uid, self.boards(), held_by_board(desk), time.time() - now)
        refused = self.tables.refused if self.tables is not None else 0
        halls = summarize_halls(watched[0], halls_of(desk))
        return DirectorHall(newest.stamp, newest.view, *watched, refused, self.trouble, halls)

    def _newest_round(self, desk: Desk, public: bool, for_stream: bool = False) -> NewestRound:
        """Return the newest round, queried again only after a change; for a stream, not so soon.

        Public sessions do not see delayed scores and the director's do: each kind has its own cache.
        """
        if self.tables is not None:
            self.tables.delay_s = 60 * (desk.event.score_delay or 0)
        cached, began = self._rounds.get(public), self._clock()
        if cached is not None and for_stream and began < self._kept_until[public]:
            self._unchecked.add(public)
            return cached
        new_stamp = stamp(desk)
        if cached is None or cached.stamp != new_stamp:
            cached = self._rounds[public] = NewestRound(new_stamp, present_view(desk))
            ended = self._clock()
            self._kept_until[public] = ended + _REST * (ended - began) + _PAGE_S * self.count_followers()
        return cached

    def render(
        self, app: Flask, topics: Collection[Topic], new_topics: Collection[Topic] | None = None
    ) -> dict[Topic, Parts]:
        """Render topics to HTML parts; the director's in one transaction, all others in another.

        For streams, with those of `topics` that are `new_topics`: of the other tables that phones follow only those are
        rendered that may have changed since the last call, and the round may be as it was some seconds ago.
        """
        if new_topics is None:
            return self._render_kinds(app, topics, None)
        self._unchecked.clear()
        try:
            return self._render_kinds(app, topics, new_topics)
        except BaseException:
            self._rows.forget_streams()
            raise

    def _render_kinds(
        self, app: Flask, topics: Collection[Topic], new_topics: Collection[Topic] | None
    ) -> dict[Topic, Parts]:
        """Render as `render` does."""
        public = [topic for topic in topics if topic.kind != "director"]
        parts = self._render_public(app, public, new_topics) if public else {}
        if len(public) < len(topics):
            with self._served.event.reading() as desk:
                hall = self.director_hall(desk, new_topics is not None)
            parts |= {topic: self._render_topic(app, topic, hall) for topic in topics if topic.kind == "director"}
        return parts

    def _render_public(
        self, app: Flask, topics: Collection[Topic], new_topics: Collection[Topic] | None
    ) -> dict[Topic, Parts]:
        """Render walls, and tables that phones follow: a few of those of a large event."""
        known = self._rounds.get(True)
        # A page that was fetched since the next round was seated is not to wait for it.
        knows_round = max(topic.round for topic in topics) <= (known.view.round if known and known.view else 0)
        walls, followed = ([topic for topic in topics if topic.kind == kind] for kind in ("wall", "table"))
        with self._served.event.reading(public=True) as desk:
            newest = self._newest_round(desk, True, new_topics is not None and knows_round)
            hall = self._public_hall(newest, desk.event) if walls else None
            if new_topics is not None:
                followed = self._changed_topics(newest, desk.event, followed, new_topics)
            rows = self._rows.rows(newest, desk.event, {topic.table for topic in followed})
        parts: dict[Topic, Parts] = {topic: self._render_topic(app, topic, hall) for topic in walls}
        for topic in followed:
            parts[topic] = {"stamp": newest.stamp, "my-table": self._render_table(app, topic, rows.get(topic.table))}
        return parts

    def _changed_topics(
        self, newest: NewestRound, event: Event, followed: list[Topic], new_topics: Collection[Topic]
    ) -> list[Topic]:
        """Return those of the `followed` tables that may have changed since the last call, or are new."""
        changed = self._rows.changed_tables(newest, event)
        if changed is None:
            return followed
        new_tables = {topic.table for topic in new_topics if topic.kind == "table"}
        return [topic for topic in followed if topic.table in changed or topic.table in new_tables]

    def _render_table(self, app: Flask, topic: Topic, found: PublicRow | None) -> str:
        """Render a table in its language; without a row if it does not play the topic's round."""
        if found is None or found.table.round != topic.round:
            return self._render_part(app, topic, "my-table", "my_table", None)
        if topic.language not in found.html:
            with use_language(topic.language):
                found.html[topic.language] = _render_macro(app, "my_table", found.row)
        return found.html[topic.language]

    def _render_topic(self, app: Flask, topic: Topic, hall: Any) -> Parts:
        """Render all parts of a wall or of the director in its language."""
        contents = _CONTENT[topic.kind](topic, hall)
        parts = {name: self._render_part(app, topic, name, *content) for name, *content in contents}
        return {"stamp": hall.stamp, **parts}

    def _render_part(self, app: Flask, topic: Topic, name: str, macro: str, data: Any) -> str:
        """Render the part `name` by a macro of _TEMPLATE; return the cached HTML if `data` has not changed."""
        key = (topic.kind, topic.language, f"{name} {topic.hall}")
        cached = self._rendered.get(key)
        if cached is None or cached[0] != data:
            with use_language(topic.language):
                cached = self._rendered[key] = (data, _render_macro(app, macro, data))
        return cached[1]


def _render_macro(app: Flask, macro: str, data: Any) -> str:
    """Render a macro of _TEMPLATE in the present language."""
    return str(getattr(app.jinja_env.get_template(_TEMPLATE).module, macro)(data))


Content = Iterable[tuple[str, str, Any]]
"""Parts as (id, the template's macro that renders it, the macro's argument)."""


def _wall_content(topic: Topic, everywhere: PublicHall) -> Content:
    hall = everywhere.in_hall(topic.hall)
    yield "watch", "watch", hall.watch
    for row in hall.rows:
        yield f"live-{row.table}", "wall_row", without_counts(row)


def _director_content(topic: Topic, everywhere: DirectorHall) -> Content:
    hall = everywhere.in_hall(topic.hall)
    yield "live-halls", "director_halls", hall.halls
    yield "live-trouble", "director_trouble", hall.trouble
    yield "live-tables", "director_tables", (hall.tables, bool(hall.halls))
    yield "live-spare", "director_spare", (hall.spare, hall.refused)


_CONTENT: dict[str, Callable[[Topic, Any], Content]] = {
    "wall": _wall_content,
    "director": _director_content,
}
