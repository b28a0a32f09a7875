"""Compute the rules of a round: its preset, the games at each table and that win a match, what its points count."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, case

from firmware.rules.preset import Preset
from firmware.rules.presets import load_preset
from host_tools.desk.errors import DeskError
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.formats.event_formats import MATCH_PRESETS
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Event, Round
from host_tools.i18n import message

MAIN, BRACKET, PLAY_OFF = "main", "bracket", "play-off"
"""Kinds of round: of the event itself, of the bracket after it, of a play-off of ties."""


@dataclass(frozen=True)
class RoundRules:
    """Rules of a round: each table plays up to `games` games under `preset`.

    `to_win`: number of games that win a match of the bracket, after which no more are played; 0: all are played.
    """

    preset: Preset
    games: int
    to_win: int = 0

    def is_over(self, winners: list[str]) -> bool:
        """Return whether a match is over; `winners`: the winning side of each game so far, "" for a drawn game."""
        return bool(self.to_win) and any(winners.count(side) >= self.to_win for side in set(winners) if side)


def round_worth(event: Event) -> Mapping[int, int]:
    """Return how many times the game points of a main round count, by its number; a round that is missing, once."""
    stored = json.loads(event.round_worth or "{}")
    return {int(number): times for number, times in stored.items() if int(number) <= event.rounds}


def counted_points(event: Event, columns: Any) -> ColumnElement[int]:
    """Return the SQL of a score's game points as often as its round counts; `columns`: those of `Score`."""
    worth = round_worth(event)
    return columns.points * case(worth, value=columns.round, else_=1) if worth else columns.points


def preset_for(event: Event, kind: str) -> str:
    """Return the name of the preset that a round of this kind is played under."""
    return MATCH_PRESETS[event.best_of] if kind == BRACKET else format_of(event).preset


def rules_of_round(seated: Round) -> RoundRules:
    """Return the rules of a round that has been seated."""
    preset = load_preset(seated.preset)
    if seated.kind == PLAY_OFF:
        return RoundRules(preset, 1)
    games = preset.games if preset.series in ("fixed", "best_of") else 1
    return RoundRules(preset, games, games // 2 + 1 if preset.series == "best_of" else 0)


def load_round_rules(desk: Desk, round_number: int) -> RoundRules:
    """Return the rules of one round. Raises DeskError if it has not been seated."""
    seated = desk.session.get(Round, (desk.event.id, round_number))
    if seated is None:
        raise DeskError(message("desk.error.nobody_in_round", round=round_number, event=desk.event.name))
    return rules_of_round(seated)


def round_rules(desk: Desk) -> dict[int, RoundRules]:
    """Return the rules of every round that has been seated, by its number."""
    return {seated.number: rules_of_round(seated) for seated in rounds_seated(desk)}
