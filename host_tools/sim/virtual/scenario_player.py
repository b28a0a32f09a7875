"""Runs the steps of a scenario on a virtual board, on a simulated clock."""

import binascii
import hashlib
import sys

from firmware.config import TEAMS
from firmware.messages import CodedError
from firmware.view.display.text_buffer import buffer_text

from .board import STEP_MS, VirtualBoard
from .hal import VirtualHal
from .scenario_parser import ScriptError, tracks_needed

_WAIT_STEPS = 1000
"""How many steps a long wait has."""


class Player(VirtualBoard):
    """A virtual board that plays `steps` of a scenario, with its flash in the empty folder `root`.

    `trace` has an entry for each step played: its line, the state after it, the number of frames shown so far and a
    digest of them all. `link`: all lines that the board has sent. `on_frame(ms, hal)`, if given, is called per frame.
    """

    def __init__(self, steps: list, root: str, on_frame=None) -> None:
        self.steps = steps
        self.played = 0
        self.link: list = []
        self.trace: list = []
        self._on_frame = on_frame
        self._frames = 0
        self._digest = b""
        tracks = tracks_needed(steps)
        super().__init__(lambda: self.make_hal(tracks, root))

    def make_hal(self, tracks: int, root: str) -> VirtualHal:
        """Return the machine for a start."""
        return VirtualHal(tracks, root)

    def step(self) -> None:
        """Run one step of the board, and record the frame if it has changed."""
        frames, display_changes = self.hal.frames, self.hal.display_changes
        self.board.step(self.now)
        # A board that steps this seldom does at once what others do bit by bit.
        while self.board.work_due():
            self.board.step(self.now)
        if self.hal.frames != frames or self.hal.display_changes != display_changes:
            self._frames += 1
            self._digest = _chain_digest(self._digest, self.now, self.hal.shown + self.hal.displays)
            if self._on_frame:
                self._on_frame(self.now, self.hal)

    def run(self) -> None:
        """Play all remaining steps. Raises ScriptError for the first that fails."""
        while self.played < len(self.steps):
            self.next()

    def next(self) -> int:
        """Play the next step, append its state to `trace`, and return its line number. Raises ScriptError."""
        line, kind, *arguments = self.steps[self.played]
        self.played += 1
        getattr(self, "_do_" + kind)(line, *arguments)
        entry = {"line": line, "state": self.state, "frames": self._frames}
        entry["digest"] = binascii.hexlify(self._digest).decode()
        self.trace.append(entry)
        return line

    def _do_press(self, line: int, key: int, ms: int) -> None:
        self.press(key, ms=ms)

    def _do_wait(self, line: int, ms: int) -> None:
        """Let `ms` pass: of ten minutes not each 10 ms is a step, but a thousandth of them, of days a second."""
        self.wait(ms, every=max(STEP_MS, min(ms // _WAIT_STEPS, 1000)))

    def _do_cut(self, line: int) -> None:
        self.cut()

    def _do_send(self, line: int, request: str) -> None:
        """Send a request and append the reply's lines to `link`. Raises ScriptError if no reply comes."""
        try:
            self.link += self.ask(request)
        except RuntimeError:
            raise ScriptError(line, "the board has not answered")

    def _do_set(self, line: int, settings: dict) -> None:
        """Configure the board with these settings, `round` among them. Raises ScriptError if it refuses one."""
        try:
            self.configure(**settings)
        except CodedError as error:
            raise ScriptError(line, str(error))

    def _do_plug(self, line: int, displays: int) -> None:
        self.plug(displays)

    def _do_read(self, line: int, number: int, expected: str) -> None:
        """Check that display `number`, from 0, shows the expected text. Raises ScriptError if it does not."""
        if number >= len(self.hal.displays):
            raise ScriptError(line, "display %d is not there: displays %d plugs it in" % (number + 1, number + 1))
        text = buffer_text(self.board.display_loader.displays.all[number].sheet)
        if expected not in text:
            raise ScriptError(line, 'expected display "%s", it says "%s"' % (expected, text))

    def _do_expect(self, line: int, path: str, expected: str) -> None:
        value = self._value_at(path, line)
        if _format_value(value) != ("null" if expected in ("none", "-") else expected):
            raise ScriptError(line, "expected %s %s, found %s" % (path, expected, _format_value(value)))

    def _value_at(self, path: str, line: int):
        """Return the value at a path such as `A.front` or `result.winner` (of the last result). Raises ScriptError."""
        state = self.full_state()
        names = path.split(".")
        value = state
        if names[0] in TEAMS and len(names[0]) == 1:
            value = state["tracks"]
        elif names[0] in ("result", "link"):
            lines = state["results" if names[0] == "result" else "link"]
            value = {names[0]: lines[-1] if lines else {}}
        elif path == "results":
            return len(state["results"])
        for name in names:
            if not isinstance(value, dict) or name not in value:
                raise ScriptError(line, _unknown_field_message(path, name, value))
            value = value[name]
        return value

    def full_state(self) -> dict:
        """Return the state with the runtime's name, all results and the lines that the board has sent, decoded."""
        fields: dict = {"runtime": sys.implementation.name}
        fields.update(self.state)
        fields["results"] = self.results
        fields["link"] = self.link
        return fields


def _unknown_field_message(path: str, name: str, value) -> str:
    allowed = sorted(value) if isinstance(value, dict) else ["nothing below it"]
    return "expect %s: %s is not one of %s" % (path, name, " ".join(allowed))


def _format_value(value) -> str:
    """Format a value as scenarios write it."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    return str(value)


def _chain_digest(digest: bytes, now: int, bufs: list) -> bytes:
    """Return the digest of all frames so far, from the previous digest, the new frame's time and its buffers."""
    frame = hashlib.sha256(digest)
    frame.update(b"%d:" % now)
    for buf in bufs:
        frame.update(buf)
    return frame.digest()
