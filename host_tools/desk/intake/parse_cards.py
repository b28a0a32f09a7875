"""Parse typed front pegs, score cards (points and spread) and result codes."""

import re
from collections.abc import Collection, Sequence

from firmware.config import TEAMS
from firmware.rules.outcome import NOBODY
from firmware.rules.preset import Preset
from host_tools.desk.errors import DeskError
from host_tools.desk.scoring.cross_check import MINUS, PLUS, WrittenCard
from host_tools.i18n import message
from host_tools.results.game_value import ScoreError, Side, game_value, level_for_spread

_CARD = re.compile(r"(\d)(?:([+-])(\d{1,3})?)?")


def cards_from_scores(
    preset: Preset, scores: list[int], end: str = "played", forfeits: str = ""
) -> dict[str, WrittenCard]:
    """Compute all sides' cards, by side, from the front pegs `scores` of sides A, B, …. Raises DeskError.

    `end` is one of END_NAMES, `forfeits` the letter of the side that forfeits or "".
    """
    loser = TEAMS.find(forfeits) if forfeits else NOBODY
    try:
        sides = game_value(preset, scores, end, loser)
    except ScoreError as error:
        raise DeskError(_scores_message(scores, str(error))) from None
    opponents = [scores[1 - i] if len(scores) == 2 else None for i in range(len(scores))]
    return {TEAMS[i]: _card_entry(side, preset.spread, opponents[i]) for i, side in enumerate(sides)}


def nobody_wins(points: int, sides: Collection[str]) -> dict[str, WrittenCard]:
    """Return all sides' cards, by side, of a game that all lose, for instance because nobody came; `points`: what a
    missed game is worth."""
    return {side: WrittenCard(False, points, "", None, 0, 0, 0) for side in sides}


def _card_entry(side: Side, has_spread: bool, opponent_score: int | None) -> WrittenCard:
    """Build a side's card; `has_spread`: cards of the preset have a spread and its column."""
    column = "" if not has_spread or side.won is None else PLUS if side.won else MINUS
    spread = abs(side.spread) if has_spread else None
    return WrittenCard(side.won, side.points, column, spread, side.level, side.holes, opponent_score)


def parse_scores(parts: Sequence[str]) -> list[int]:
    """Parse typed front pegs. Raises DeskError unless all are whole numbers of at most four digits."""
    if not all(part.strip() for part in parts):
        raise DeskError(message("desk.error.score_missing"))
    if not all(part.strip().isdecimal() and len(part) < 5 for part in parts):
        raise DeskError(_scores_message(parts, message("desk.error.score_number")))
    return [int(part) for part in parts]


def _scores_message(scores: Sequence[object], why: str) -> str:
    """Return the error message about invalid `scores`; `why`: the reason, as text."""
    return message("desk.error.scores", scores=",".join(map(str, scores)), why=why)


def parse_code(code: str) -> str:
    """Return the result code if it is valid: four digits, or "" for none. Raises DeskError."""
    if code and (len(code) != 4 or not code.isdecimal()):
        raise DeskError(message("desk.error.code", code=code))
    return code


def parse_card(preset: Preset, text: str) -> WrittenCard:
    """Parse a written card: game points, then column and spread, as in `2+17`, `0-16`, `2+` (blank spread), `2`.

    Raises DeskError, also for presets without fixed points for a win.
    """
    match = _CARD.fullmatch(text)
    if not match or not isinstance(preset.win, tuple) or preset.loss != 0:
        raise DeskError(message("desk.error.card", card=text))
    points, column, spread = int(match[1]), match[2] or "", int(match[3]) if match[3] else None
    if points and points not in preset.win:
        worth = message("desk.error.or").join(map(str, sorted(set(preset.win))))
        raise DeskError(message("desk.error.card_win", card=text, points=worth))
    if spread is not None and not 1 <= spread <= preset.target:
        raise DeskError(message("desk.error.card_spread", card=text, target=preset.target))
    level = level_for_spread(preset, spread) if points and spread else 0
    return WrittenCard(points > 0, points, column, spread, level)
