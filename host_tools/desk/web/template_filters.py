"""Jinja filters: format results, names, changes of standings and times."""

from collections.abc import Sequence
from datetime import datetime

from markupsafe import Markup, escape

from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.money.amounts import dollars
from host_tools.desk.money.purse_config import purse_label
from host_tools.desk.rounds.correction_impact import CorrectionEffect
from host_tools.desk.rounds.round_view import GameView
from host_tools.desk.scoring.ranking import columns_of, deciding_fields
from host_tools.desk.scoring.standings import ChangedPlace
from host_tools.i18n import first_few, has_message, message
from host_tools.table_numbers import hall_letter, table_text

_MAX_LINES = 12
_LONGEST_WHOLE = 30
"""Characters of a name that is not clipped."""


def result_text(game: GameView) -> str:
    """Format a game's result: front pegs as `121–90` if known, else each card's points and spread as `A 2 +31`."""
    sides = game.sides.values()
    if len(sides) > 1 and all(side.won == 0 for side in sides) and not game.disputed:
        return message("event.no_show.nobody_won")
    if len(sides) > 1 and any(side.holes for side in sides):
        return "–".join(str(side.holes) for side in sides)
    return ", ".join(f"{letter} {side.points} {side.spread:+03}" for letter, side in game.sides.items())


def changed_place_texts(changes: Sequence[ChangedPlace]) -> list[str]:
    """Format changed places in the standings, a line each; beyond _MAX_LINES their number."""
    lines = [message("desk.moved.line", name=change.name, steps=", ".join(_change_texts(change))) for change in changes]
    return first_few(lines, _MAX_LINES, "desk.page.more")


def _change_texts(change: ChangedPlace) -> list[str]:
    """Format which of rank, points and net spread have changed."""
    pairs = {"desk.moved.rank": change.rank, "desk.moved.points": change.points, "desk.moved.net": change.net}
    return [message(key, before=before, after=after) for key, (before, after) in pairs.items() if before != after]


def effect_texts(changes: Sequence[CorrectionEffect]) -> list[str]:
    """Format a correction's effects, a line each below a heading; beyond _MAX_LINES their number."""
    lines = first_few([effect.text for effect in changes], _MAX_LINES, "desk.page.more")
    return [message("event.would.begin"), *lines] if lines else []


def criteria(ranking: Sequence[str]) -> str:
    """Return the names of the ranking criteria, as a list in text."""
    return ", ".join(message(f"desk.rank.{name}") for name in ranking)


def rest_name(destination: str) -> str:
    """Return the name of the destination of money that is no prize."""
    return message(f"desk.prizes.{destination}")


def format_texts() -> dict[str, str]:
    """Return how each format is played, by its id; the id alone of another package's."""
    return {name: name if FORMATS.package(name) else message(f"desk.formats.{name}") for name in FORMATS}


def preset_name(preset: str) -> str:
    """Return a preset's name as players use it."""
    return message(f"preset.{preset}.name")


def clip(name: str | Sequence[str]) -> Markup | list[Markup]:
    """Render a name, or each of several, as HTML; CSS may truncate a long one, which has the whole name as title."""
    if not isinstance(name, str):
        return [Markup(clip(part)) for part in name]
    if len(name) <= _LONGEST_WHOLE:
        return escape(name)
    return Markup('<span class="clip" title="{0}">{0}</span>').format(name)


def hall_time(instant: str) -> str:
    """Format the local time of day of an instant (ISO 8601 in UTC)."""
    return datetime.fromisoformat(instant).astimezone().strftime("%H:%M")


def day(instant: str) -> str:
    """Format the local date of an instant (ISO 8601 in UTC) as ISO 8601, which both languages write alike."""
    return datetime.fromisoformat(instant).astimezone().date().isoformat()


def clock_time(seconds: float) -> str:
    """Format the local time of day of an instant in seconds since 1970."""
    return datetime.fromtimestamp(seconds).strftime("%H:%M")


def phase_name(phase: str) -> str:
    """Return the name of a board's phase; an unknown one of a newer board stays as it is."""
    key = f"desk.live.phase.{phase}"
    return message(key) if has_message(key) else phase


FILTERS = {
    "result": result_text, "dollars": dollars, "criteria": criteria, "preset": preset_name, "rest": rest_name,
    "purse": purse_label, "table": table_text, "hall_letter": hall_letter,
    "columns": columns_of, "deciding": deciding_fields,
    "clip": clip, "hall_time": hall_time, "day": day, "clock_time": clock_time, "phase": phase_name,
}  # fmt: skip
