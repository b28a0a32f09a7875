"""Merge a hall's copy into its event again and again, whenever the event's database can be reached."""

import asyncio
import logging
from collections.abc import Callable

from host_tools.desk.events.audit_log import newest_change_ids
from host_tools.desk.events.hall_copy import hall_of_copy, snapshot
from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.review.hall_merge import merge_hall
from host_tools.desk.review.merge_report import MergeReport
from host_tools.desk.store.database import DeskError
from host_tools.i18n import message

log = logging.getLogger("cribboard.merge")

_EVERY_S = 30.0


class RepeatedMerge:
    """Merges the hall's copy `copy` into the event of the same name at `main`, by the user `by`.

    Raises DeskError if `copy` is not a hall's.
    """

    def __init__(self, copy: OpenEvent, main: EventLocation, by: str) -> None:
        self._copy, self._main, self._by = copy, main, by
        self._merged: tuple[int | None, ...] = ()
        """The newest changes of the copy that are merged."""
        self._failure = ""
        """Why the last attempt failed; "" if it has not."""
        self._kept: list[str] = []
        """What the last merge that had something to do did not change."""
        log.setLevel(logging.INFO)
        with copy.reading() as desk:
            if not hall_of_copy(desk):
                raise DeskError(message("event.halls.no_copy"))

    async def run(self, _on_change: Callable[[], None]) -> None:
        """Merge what is new every 30 s, until cancelled; log what it has brought, and why it cannot."""
        while True:
            await asyncio.to_thread(self.merge_and_log)
            await asyncio.sleep(_EVERY_S)

    def merge_and_log(self) -> None:
        """Merge once. Log what it has brought, what it has not changed and why it has failed, each unless it was said
        before."""
        try:
            report = self.merge_new()
        except DeskError as error:
            if str(error) != self._failure:
                log.warning(message("event.halls.not_merged", why=error))
            self._failure = str(error)
        else:
            if report is not None:
                self._log(report)

    def _log(self, report: MergeReport) -> None:
        if self._failure or not report.is_empty:
            log.info(report.summary)
        for text in report.kept:
            if text not in self._kept:
                log.info(text)
        self._failure, self._kept = "", report.kept

    def merge_new(self) -> MergeReport | None:
        """Merge once; return what it has brought, None if the copy has not changed since a merge took all of it. Raises
        DeskError."""
        with self._copy.reading() as copied:
            changes = newest_change_ids(copied)
        if changes == self._merged:
            return None
        with snapshot(self._copy.store) as copied, self._main.writing(self._copy.name) as desk:
            report = merge_hall(desk.acting(self._by), copied)
        # What waits for other seats in the event does so without a change of the copy.
        self._merged = () if report.waiting else changes
        return report
