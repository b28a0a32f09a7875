"""The `state` message of a board: detects changes without allocating, and encodes the JSON text."""

from array import array

from ..entry.phases import phase_name
from ..interpreter import const
from ..journal.seal import key_check
from ..rules.result_line import json_string

_LONGEST = const(480)
_SENT_CHANGES = const(0)
_SENT_PHASE = const(1)
_SENT_MENU = const(2)
_SENT_COUNT = const(3)
_SENT_TEAM = const(4)
_SENT_WAITING = const(5)
_SENT_REFUSED = const(6)
_SENT_FAULT = const(7)
_SENT_RESULTS = const(8)
_SENT_VALUES = const(9)
"""Places in `BoardState._sent` of what the last state said."""


class BoardState:
    """Encodes the state message; `changed` compares the board's state with that of its last call."""

    def __init__(self, console, results, findings, seating) -> None:
        self._console = console
        self._match = console.match
        self._results = results
        self._findings = findings
        self._seating = seating
        self._sent = array("i", [-1] * _SENT_VALUES)
        self._settings = None
        self._key_check = ""

    def reset(self) -> None:
        """Make the next state count as changed."""
        self._sent[_SENT_CHANGES] = -1

    def changed(self, waiting: int, refused: int) -> bool:
        """Return whether the state differs from that of the last call, and store it. Allocates only after settings."""
        console = self._console
        settings = console.settings.values
        changed = settings is not self._settings
        if changed:
            self._settings = settings
            self._key_check = key_check(bytes.fromhex(settings["key"]))
        changed = self._store(_SENT_CHANGES, self._match.changes) or changed
        changed = self._store(_SENT_PHASE, console.phase) or changed
        changed = self._store(_SENT_MENU, console.menus.showing) or changed
        changed = self._store(_SENT_COUNT, console.count.total) or changed
        changed = self._store(_SENT_TEAM, console.team) or changed
        changed = self._store(_SENT_WAITING, waiting) or changed
        changed = self._store(_SENT_REFUSED, refused) or changed
        changed = self._store(_SENT_FAULT, self._findings.fault_kind()) or changed
        return self._store(_SENT_RESULTS, self._results.count) or changed

    def _store(self, place: int, value: int) -> bool:
        """Store a value of the state at a _SENT_ place; return whether it has changed."""
        if self._sent[place] == value:
            return False
        self._sent[place] = value
        return True

    def encode(self, connection: int, number: int, assigned: int, waiting: int, refused: int) -> bytes:
        """Encode the payload, at most 480 bytes: names that are too long together are left out.

        `connection` and `number`: numbers of the connection, and of the state within it; `assigned`: serial of the last
        assignment; `waiting`: results not acknowledged; `refused`: messages refused.
        """
        round, names = self._seating.at(self._console.settings.values)
        if round != self._match.tally.round:
            names = []
        payload = self._encode(connection, number, names, assigned, waiting, refused)
        if len(payload) > _LONGEST:
            payload = self._encode(connection, number, [], assigned, waiting, refused)
        return payload

    def _encode(self, connection: int, number: int, names: list, serial: int, waiting: int, refused: int) -> bytes:
        """Encode the payload with these players' names; other parameters as for `encode`."""
        match = self._match
        console = self._console
        settings = console.settings.values
        teams = range(match.teams)
        counting = [console.count.total if team == console.team else 0 for team in teams]
        head = '"c":%d,"s":%d,"phase":"%s","event":%s,"round":%d,"table":%d,"preset":"%s","names":[%s]' % (
            connection,
            number,
            phase_name(console),
            json_string(settings["event"]),
            match.tally.round,
            settings["table"],
            match.preset.name,
            ",".join([json_string(name) for name in names]),
        )
        play = '"scores":%s,"counting":%s,"games":%s,"friendly":%s' % (
            _numbers(match.game.front, teams),
            _numbers(counting, teams),
            _numbers(match.tally.won, teams),
            "true" if match.tally.friendly else "false",
        )
        figures = (self._results.count, waiting, serial, refused, self._findings.fault_kind())
        tail = '"n":%d,"waiting":%d,"assigned":%d,"refused":%d,"trouble":%d,"key":"%s"' % (figures + (self._key_check,))
        return ("{%s,%s,%s}" % (head, play, tail)).encode()


def _numbers(values, teams) -> str:
    return "[%s]" % ",".join([str(values[team]) for team in teams])
