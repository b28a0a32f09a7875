"""Query boards on USB in parallel: identity, status and self-test of each, or the error of one that does not answer."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from host_tools.usb.ports import Port
from host_tools.usb.protocol_client import BoardLink, BoardLinkError


@dataclass(frozen=True)
class BoardReport:
    """A board's replies to `hello`, `status` and `selftest`: {} if not requested, or after a connection `fault`."""

    port: Port
    hello: dict
    status: dict
    selftest: dict
    fault: BoardLinkError | None = None

    def as_json(self) -> dict:
        """Return the replies, with the board's serial number and port, for JSON; `fault` is a text, or None."""
        replies = {"hello": self.hello, "status": self.status, "selftest": self.selftest}
        received = {request_type: reply for request_type, reply in replies.items() if reply}
        fault = str(self.fault) if self.fault else None
        return {"serial": self.port.serial, "port": self.port.path, "fault": fault, **received}


def query_boards(ports: list[Port], with_selftest: bool = True) -> list[BoardReport]:
    """Query boards in parallel: hello and status of each, and its self-test unless `with_selftest` is False."""
    with ThreadPoolExecutor(max(len(ports), 1)) as pool:
        return list(pool.map(lambda port: _query_board(port, with_selftest), ports))


def _query_board(port: Port, with_selftest: bool) -> BoardReport:
    """Query one board; an error goes into the report's `fault`."""
    try:
        with BoardLink(port.path) as link:
            hello, status = link.request("hello")[0], link.request("status")[0]
            return BoardReport(port, hello, status, link.request("selftest")[0] if with_selftest else {})
    except BoardLinkError as error:
        return BoardReport(port, {}, {}, {}, error)
