"""Merge a hall's copy into its event again and again, whenever the event's database can be reached."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import asdict

from host_tools.desk.events.audit_log import newest_change_ids
from host_tools.desk.events.hall_copy import hall_of_copy
from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.review.hall_merge import MergeReport, merge_hall
from host_tools.desk.store.database import DeskError
from host_tools.i18n import message
from host_tools.table_numbers import hall_letter

log = logging.getLogger("cribboard.merge")

_EVERY_S = 30.0


class RepeatedMerge:
    """Merges the hall's copy `copy` into the event of the same name at `main`, by the user `by`.

    Raises DeskError if `copy` is not a hall's.
    """

    def __init__(self, copy: OpenEvent, main: EventLocation, by: str) -> None:
        self._copy, self._main, self._by = copy, main, by
        self._merged: tuple[int | None, ...] = ()
        self._logged: tuple[str, ...] = ()
        log.setLevel(logging.INFO)
        with copy.reading() as (session, event):
            if not hall_of_copy(session, event):
                raise DeskError(message("event.halls.no_copy"))

    async def run(self, _on_change: Callable[[], None]) -> None:
        """Merge what is new every 30 s, until cancelled; log what it has brought, and why it cannot."""
        while True:
            try:
                report = await asyncio.to_thread(self.merge_new)
            except DeskError as error:
                self._log_new(logging.WARNING, message("event.halls.not_merged", why=error))
            else:
                if report is not None:
                    self._log_new(logging.INFO, *_texts(report))
            await asyncio.sleep(_EVERY_S)

    def merge_new(self) -> MergeReport | None:
        """Merge once; return what it has brought, None if the copy has not changed since the last merge. Raises
        DeskError."""
        with self._copy.reading() as (copied, copy):
            changes = newest_change_ids(copied, copy)
            if changes == self._merged:
                return None
            with self._main.writing(self._copy.name) as (session, event):
                report = merge_hall(session, event, copied, self._by)
        self._merged = changes
        return report

    def _log_new(self, level: int, *texts: str) -> None:
        """Log these texts, unless they are those logged last."""
        if texts != self._logged:
            self._logged = texts
            for text in texts:
                log.log(level, text)


def _texts(report: MergeReport) -> list[str]:
    """Say what a merge has brought, if it has, and what it has not changed."""
    counts = asdict(report) | {"hall": hall_letter(report.hall)}
    return [*([] if report.is_empty else [message("event.halls.merged", "", **counts)]), *report.kept]
