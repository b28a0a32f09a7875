"""Work on several boards on USB at once, and query each: identity, status, self-test, or why it does not answer."""

import threading
from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from typing import TypeVar

from host_tools.table_numbers import MOST_TABLES
from host_tools.usb.ports import Port
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from host_tools.usb.sans_io.status import board_name

Item = TypeVar("Item")
Result = TypeVar("Result")
_LOOK_S = 0.1
_LEAVE_S = 0.8
"""How long Ctrl-C waits for conversations to end: those that change a board end them by `stopping`."""
stopping = threading.Event()
"""Set once Ctrl-C has ended a command: what works on a board in a thread leaves it as it should be left, and ends."""


def on_all(act: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """Call a function with each item, all at once in threads; return the results in order, or raise the first error.

    Ctrl-C ends it within a second, also while a port is waited for.
    """
    results: dict[int, Result] = {}
    errors: dict[int, BaseException] = {}

    def call(number: int, item: Item) -> None:
        try:
            results[number] = act(item)
        except BaseException as error:
            errors[number] = error

    # Each in a copy of this context, which has the language of messages.
    threads = [
        threading.Thread(target=copy_context().run, args=(call, *pair), daemon=True) for pair in enumerate(items)
    ]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            # Without a limit a wait cannot be interrupted on Windows.
            while thread.is_alive():
                thread.join(_LOOK_S)
    except KeyboardInterrupt:
        stopping.set()
        for thread in threads:
            thread.join(_LEAVE_S / len(threads))
        raise
    for number in sorted(errors):
        raise errors[number]
    return [results[number] for number in range(len(items))]


@dataclass(frozen=True)
class BoardReport:
    """A board's replies to `hello`, `status` and `selftest`: {} if not requested, or after a connection `fault`."""

    port: Port
    hello: dict
    status: dict
    selftest: dict
    fault: BoardLinkError | None = None

    @property
    def name(self) -> str:
        """What people call the board; the port's label while it does not answer."""
        return board_name(self.hello["board"], self.hello["name"]) if self.hello else self.port.label

    def as_json(self) -> dict:
        """Return the replies, with the board's serial number and port, for JSON; `fault` is a text, or None."""
        replies = {"hello": self.hello, "status": self.status, "selftest": self.selftest}
        received = {request_type: reply for request_type, reply in replies.items() if reply}
        fault = str(self.fault) if self.fault else None
        return {"serial": self.port.serial, "port": self.port.path, "fault": fault, **received}


def by_table(reports: list[BoardReport]) -> list[BoardReport]:
    """Return the reports ordered by table, then by name; boards without a table, or without an answer, come last."""
    return sorted(reports, key=lambda report: (report.hello.get("table") or MOST_TABLES + 1, report.name))


def query_boards(ports: list[Port], with_selftest: bool = True) -> list[BoardReport]:
    """Query boards in parallel: hello and status of each, and its self-test unless `with_selftest` is False."""
    return on_all(lambda port: _query_board(port, with_selftest), ports)


def _query_board(port: Port, with_selftest: bool) -> BoardReport:
    """Query one board; an error goes into the report's `fault`."""
    try:
        with BoardLink(port.path) as link:
            hello, status = link.request("hello")[0], link.request("status")[0]
            return BoardReport(port, hello, status, link.request("selftest")[0] if with_selftest else {})
    except BoardLinkError as error:
        return BoardReport(port, {}, {}, {}, error)
