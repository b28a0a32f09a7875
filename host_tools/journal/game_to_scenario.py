"""Converts a game of a journal to a scenario that plays it again."""

import json

from firmware.config import SCORE_KEYS, TEAMS
from firmware.journal.restore import Segment
from firmware.rules.decisions import decision_of
from firmware.rules.events import (
    EVENT_DEAL,
    EVENT_MOVE,
    EVENT_NEXT,
    EVENT_REOPEN,
    EVENT_ROUND,
    EVENT_SIGNED,
    EVENT_UNDO,
    NO_POINTS,
)
from firmware.rules.match import Match
from firmware.rules.preset import DEFAULT_PRESET
from firmware.rules.presets import load_preset
from host_tools.i18n import message
from host_tools.journal.event_history import decision_fields


class NoGameError(ValueError):
    """The game is not in the journal; the message says which are."""


def scenario(segments: list[tuple[str, Segment]], result_number: int | None) -> str:
    """Return the scenario of the game that led to this result (None: the last game). Raises NoGameError.

    It has the pegs, undos and judges' decisions of the game, but not its pauses. If the journal begins within the game,
    a judge's awards set the pegs first.
    """
    lines_by_game = _Retelling(segments).lines_by_game
    if not lines_by_game:
        raise NoGameError(message("usb.journal.no_events"))
    number = max(lines_by_game) if result_number is None else result_number
    if number not in lines_by_game:
        raise NoGameError(
            message("usb.journal.no_game", number=number, first=min(lines_by_game), last=max(lines_by_game))
        )
    return "\n".join(lines_by_game[number]) + "\n"


_BETWEEN_GAMES = (EVENT_NEXT, EVENT_ROUND)


class _Retelling:
    """Replays a journal. `lines_by_game`: each game's scenario, by the number of the result it led or will lead to."""

    def __init__(self, segments: list[tuple[str, Segment]]) -> None:
        self.lines_by_game: dict[int, list[str]] = {}
        self._match = Match(load_preset(DEFAULT_PRESET), 2)
        self._lines: list[str] = []
        self._between_games = True
        for _, segment in segments:
            assert segment.checkpoint is not None
            segment.checkpoint.load(self._match)
            for kind, team, amount, _, sequence, clock in segment.events:
                reason = segment.texts.get(sequence, b"").decode(errors="replace")
                self._add_presses(kind, team, amount, reason)
                self._match.apply(kind, team, amount, clock)
                self._between_games = kind in _BETWEEN_GAMES
                if not self._between_games:
                    self._lines.append(_expect_line(self._match))

    def _add_presses(self, kind: int, team: int, amount: int, reason: str) -> None:
        """Append the lines that repeat an event to its game's lines; the first event of a game also opens it."""
        if kind in _BETWEEN_GAMES:
            return
        match = self._match
        if kind != EVENT_REOPEN and not match.over() and (self._between_games or not self._lines):
            self._lines = self.lines_by_game[match.finished + 1] = _opening(match)
        self._lines += _presses(match, kind, team, amount, reason)


def _opening(match: Match) -> list[str]:
    """Return the lines that begin a scenario: preset, teams and settings."""
    fields = "" if match.preset.name != "custom" else json.dumps(match.preset.fields)
    name = DEFAULT_PRESET if fields else match.preset.name
    lines = [f"preset {name} {fields}".strip(), f"teams {match.teams}", "set idle_ms 0", "set sign_off off"]
    if match.dealing() or not any(match.game.front):
        return lines
    lines.append("# the journal begins in the middle of this game")
    front = match.game.front
    awards = [_judge_line("award", team=TEAMS[team], holes=front[team]) for team in range(match.teams) if front[team]]
    return lines + awards


def _presses(match: Match, kind: int, team: int, amount: int, reason: str) -> list[str]:
    """Return the scenario lines that repeat an event, before which the match is as in `match`."""
    letter = TEAMS[team]
    if kind == EVENT_SIGNED:
        signs = [f"{TEAMS[other]}+1:1000" for other in range(match.teams) if other != team]
        return ["set sign_off on", " ".join([*_count_presses(letter, amount), "OK", *signs]), "set sign_off off"]
    if kind == EVENT_MOVE:
        return [" ".join([*_count_presses(letter, amount), "OK"])]
    if kind == EVENT_UNDO:
        return [f"{letter}< OK"]
    if kind == EVENT_DEAL and amount == NO_POINTS:
        return [f"{letter}+1 {letter}< OK"]
    if kind == EVENT_DEAL and amount and not match.dealing():
        return ["send " + json.dumps({"id": 1, "do": "deal", "seat": (amount - 1) % match.seats()})]
    if kind == EVENT_DEAL:
        return [f"{letter}+1" if match.preset.start else f"{letter}<"]
    if kind == EVENT_REOPEN and amount:
        return [f"{letter}< OK"]
    decision = decision_of(kind)
    return [_judge_line(decision.name, **decision_fields(decision, letter, amount), reason=reason)]


def _judge_line(operation: str, **fields: int | str) -> str:
    """Return the scenario line that sends a judge's decision with these fields of the request `judge`."""
    return "send " + json.dumps({"id": 1, "do": "judge", "op": operation, **fields})


def _count_presses(letter: str, amount: int) -> list[str]:
    """Return the presses of a team's score keys that count an amount, as `A+5`."""
    presses = []
    for step in reversed(SCORE_KEYS):
        count, amount = divmod(amount, step)
        presses += [f"{letter}+{step}"] * count
    return presses


def _expect_line(match: Match) -> str:
    """Return the scenario line that expects the front pegs of `match`."""
    return "expect " + " ".join(f"{TEAMS[t]}.front {match.game.front[t]}" for t in range(match.teams))
