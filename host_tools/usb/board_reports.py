"""Query boards on USB in parallel: identity, status and self-test of each, or the error of one that does not answer."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from host_tools.usb.ports import Port
from host_tools.usb.protocol_client import BoardLink, BoardLinkError


@dataclass(frozen=True)
class BoardReport:
    """A board's replies; `fault` is the error of one that does not answer. `report`: of its self-test, where asked."""

    port: Port
    hello: dict
    status: dict
    report: dict
    fault: BoardLinkError | None = None

    def record(self) -> dict:
        """Return the report as the board's own replies, for programs: `fault` is a text, or None."""
        replies = {"hello": self.hello, "status": self.status, "selftest": self.report}
        received = {verb: reply for verb, reply in replies.items() if reply}
        fault = str(self.fault) if self.fault else None
        return {"serial": self.port.serial, "port": self.port.path, "fault": fault, **received}


def query_boards(ports: list[Port], report: bool = True) -> list[BoardReport]:
    """Query boards in parallel; without `report` only hello and status, without the self-test."""
    with ThreadPoolExecutor(max(len(ports), 1)) as pool:
        return list(pool.map(lambda port: _query(port, report), ports))


def _query(port: Port, report: bool) -> BoardReport:
    """Ask one board for its report; an error goes into the report's `fault`."""
    try:
        with BoardLink(port.path) as link:
            hello, status = link.ask("hello")[0], link.ask("status")[0]
            return BoardReport(port, hello, status, link.ask("selftest")[0] if report else {})
    except BoardLinkError as error:
        return BoardReport(port, {}, {}, {}, error)
