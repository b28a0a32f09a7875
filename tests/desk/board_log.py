"""Build result lines as a board writes them, chained and sealed (HMAC) by the firmware's own code."""

import json

from firmware.config import TEAMS
from firmware.journal.seal import FIRST_PREV, line_hash, seal_mac
from firmware.rules.presets import load_preset
from firmware.rules.result_line import cleared_body
from host_tools.results.game_value import game_value


class BoardLog:
    """One board's log: `lines` so far, chained and sealed under `key`."""

    def __init__(self, board="b1", event="", key=b"", preset="acc"):
        self.version = 2
        self.board, self.event, self.key, self.preset = board, event, key, preset
        self.n, self.prev, self.lines = 0, FIRST_PREV, []

    def game(self, number, table, *scores, game=1, **changes):
        """A finished game; `changes` replace fields. Returns the line."""
        preset = load_preset(self.preset)
        sides = game_value(preset, scores)
        by_team = dict(zip(TEAMS, sides, strict=False))
        fields = {
            "winner": next(team for team, side in by_team.items() if side.won),
            "scores": dict(zip(TEAMS, scores, strict=False)),
            "level": max(side.level for side in sides),
            "points": {team: side.points for team, side in by_team.items()},
            "spread": {team: side.spread for team, side in by_team.items()} if preset.spread else None,
            "end": "played",
            "signed": True,
        }
        return self._write(number, table, game, fields | changes)

    def reopen(self, number, table, game=1):
        """The judge takes the last game back."""
        nought = {"A": 0, "B": 0}
        worth = {"winner": None, "scores": {"A": 117, "B": 90}, "level": 0, "points": nought, "spread": None}
        return self._write(number, table, game, worth | {"end": "reopened", "signed": True, "replaces": self.n})

    def clear(self):
        """The log is cleared: one line is left, which the serial line does not tell."""
        start = f'{{{cleared_body(self.n, self.board, self.event)},"prev":"{self.prev}"'
        line = self._sealed(start)
        self.lines = [line]
        return line

    def _write(self, number, table, game, worth):
        self.n += 1
        place = {"round": number, "table": table, "game": game, "preset": self.preset}
        head = {"v": self.version, "n": self.n, "board": self.board, "event": self.event} | place
        fields = head | {"moves": 40, "ms": 600000, "at": None} | self._of_version_2() | worth | {"prev": self.prev}
        line = self._sealed(json.dumps(fields, separators=(",", ":"))[:-1])
        self.lines.append(line)
        return line

    def _of_version_2(self):
        return {"began": None, "judged": 0, "muggins": False} if self.version == 2 else {}

    def _sealed(self, start):
        line = f'{start},"mac":"{seal_mac(self.key, start.encode())}"}}'
        self.prev = line_hash(line.encode())
        return line


def texts(*lines):
    """Lines as a file of them is read."""
    return [("results.log", number, line) for number, line in enumerate(lines, 1)]
