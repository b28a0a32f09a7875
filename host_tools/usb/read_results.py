"""Reads all results off boards in parallel, and verifies hash chain and HMAC."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from host_tools.i18n import message
from host_tools.i18n.board_messages import message_text
from host_tools.results.log_verification import verify_log
from host_tools.results.result_line import ResultLine, bare_line
from host_tools.usb.board_reports import on_all
from host_tools.usb.ports import Port
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from host_tools.usb.sans_io.status import board_name, unfinished_message

if TYPE_CHECKING:
    from host_tools.usb.sans_io.problem import Message


@dataclass
class BoardResults:
    """The results of one board.

    `name`: what people call it; `lines`: (text as on the board's flash, parsed line or None, fault or "");
    `faults`: messages about the whole log; `unfinished`: the game that is on, which has no result yet.
    """

    port: Port
    name: str = ""
    lines: list[tuple[str, ResultLine | None, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    unfinished: "Message | None" = None


def read_all_results(ports: list[Port], since: int, key: bytes) -> list[BoardResults]:
    """Read the results after number `since` off one or more boards in parallel; an empty `key` skips the HMACs.

    A board's error goes into its own `faults` and does not stop the others.
    """
    return on_all(lambda port: _read_board(port, since, key), ports)


def _read_board(port: Port, since: int, key: bytes) -> BoardResults:
    """Read and verify one board's results after number `since`; an error goes into `faults`."""
    try:
        with BoardLink(port.path) as link:
            hello = link.request("hello")[0]
            name = board_name(hello["board"], hello["name"])
            texts = [bare_line(text) for text in link.request_lines("results", since=since)]
            (status,) = link.request("status")
    except BoardLinkError as error:
        return BoardResults(port, faults=[str(error)])
    result_count = status["results"]
    checked = verify_log((("", n, text.encode()) for n, text in enumerate(texts, 1)), key)
    lines = [(text, line, fault) for text, (_, line, fault) in zip(texts, checked, strict=True)]
    results = BoardResults(port, name, lines, unfinished=unfinished_message(status))
    last = max((line.n for _, line, _ in results.lines if line), default=result_count)
    if last < result_count:
        results.faults.append(message("captain.results.missing", first=last + 1, last=result_count, count=result_count))
    return results


def fault_messages(results: BoardResults) -> list[str]:
    """Return the faults of a board's lines and of its log, each with the board's name."""
    line_faults = [
        message("usb.results.line", number=line.n if line else "?", fault=fault)
        for _, line, fault in results.lines
        if fault
    ]
    return [
        message("usb.results.fault", board=results.port.label, fault=fault) for fault in line_faults + results.faults
    ]


def unfinished_lines(reads: list[BoardResults]) -> list[str]:
    """Return a line for each board on which a game is on that has no result yet."""
    return [
        message("captain.results.unfinished", board=read.name, state=message_text(read.unfinished))
        for read in reads
        if read.unfinished
    ]
