"""Does the steps of `sans_io/proof.py` at a board: asks its firmware, runs code at its prompt, awaits its start."""

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import typer

from host_tools.i18n.board_messages import message_text
from host_tools.timeouts import stretched
from host_tools.usb.flash_command import START_S
from host_tools.usb.ports import Port, connected_ports
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from host_tools.usb.repl import Repl
from host_tools.usb.sans_io.problem import Problem

SCRIPT = Path(__file__).with_name("proof_script.py")
"""What is sent to the board's prompt."""
_BUILDS = Path(__file__).parents[1] / "captain" / "page" / "bring_up" / "builds.json"
_QUIET_S = 1.0
"""So long after its reset a board is listened to at most: on USB its port goes at once."""


def read_builds() -> dict[str, Any]:
    """Return what `cribboard hardware build` has written of all builds for *Bring-up*: their readings and tests."""
    builds: dict[str, Any] = json.loads(_BUILDS.read_text(encoding="utf-8"))
    return builds


class ProofSession:
    """A board that is proved, as a context manager: its firmware runs in the end.

    `known` answers the step `bring_up`; `report` takes how far a rung is, and of how much. All methods raise
    BoardLinkError and ReplError.
    """

    def __init__(self, port: Port, known: dict[str, Any], report: Callable[[int, int], None]) -> None:
        self._port = port
        self._known = known
        self._report = report
        self._link: BoardLink | None = None
        self._repl: Repl | None = None

    def __enter__(self) -> "ProofSession":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        at_prompt = self._repl is not None
        self._leave()
        if at_prompt and (error is None or isinstance(error, Problem)):
            # The next command finds it started. What was measured counts, whether or not it answers.
            with suppress(BoardLinkError):
                self._await_firmware()

    def act(self, step: tuple) -> Any:
        """Do a step, and return what came of it."""
        return getattr(self, f"_{step[0]}")(*step[1:])

    def _request(self, request_type: str) -> list:
        if self._link is None:
            self._leave()
            self._await_firmware()
            self._link = BoardLink(self._path)
        began = time.monotonic()
        replies = self._link.request(request_type)
        return [replies, round(1000 * (time.monotonic() - began), 1)]

    def _run(self, code: str) -> str:
        return self._prompt().run(code)

    def _reset(self, code: str, ms: int) -> str | None:
        printed = self._prompt().run_to_reset(code, ms / 1000 + _QUIET_S)
        self._leave()
        try:
            self._await_firmware()
        except BoardLinkError:
            return None
        return printed

    def _tell(self, done: int, of: int) -> None:
        self._report(done, of)

    def _say(self, told: list[Any]) -> None:
        typer.echo(message_text(told))

    def _ask(self, question: list[Any], lines: Sequence[list[Any]] = ()) -> bool:
        for line in lines:
            typer.echo(message_text(line))
        return typer.confirm(message_text(question))

    def _bring_up(self) -> dict[str, Any]:
        return self._known

    def _prompt(self) -> Repl:
        if self._repl is None:
            self._leave()
            # A board that is starting takes a host's Ctrl-C for a stray one.
            self._await_firmware()
            self._repl = Repl(self._path).__enter__()
        return self._repl

    def _leave(self) -> None:
        """Close what is open; the board then starts, if it was at its prompt."""
        link, repl = self._link, self._repl
        self._link = self._repl = None
        if link:
            link.__exit__(None, None, None)
        if repl:
            repl.__exit__(None, None, None)

    @property
    def _path(self) -> str:
        """Where the board is now: on USB its port may be called otherwise after a reset."""
        serial = self._port.serial
        return next((port.path for port in connected_ports() if serial and port.serial == serial), self._port.path)

    def _await_firmware(self) -> None:
        """Wait until the board answers. Raises BoardLinkError after START_S, stretched."""
        deadline = time.monotonic() + stretched(START_S)
        while True:
            try:
                with BoardLink(self._path, silence=1) as link:
                    link.request("hello")
                    return
            except BoardLinkError:
                if time.monotonic() >= deadline:
                    raise
                time.sleep(0.1)
