"""Constants of the firmware that messages refer to: key names, times, amounts."""

from typing import Any

from firmware import config
from firmware.boards.carrier import BOARD
from firmware.entry.key_names import key_name
from firmware.rules.decisions import DECISION_NAMES, FALSE_CLAIM_BACK
from firmware.rules.preset import DEFAULT_PRESET, WARNED_AMOUNTS
from firmware.rules.presets import PRESET_NAMES, fields_of

BACK = "BACK"
"""Legend of each team's fourth key; scenarios write it `<`."""


def message_constants(decimal_mark: str) -> dict[str, str]:
    """Return the firmware's constants as texts, by the names of their placeholders in messages."""
    preset = fields_of(DEFAULT_PRESET)
    return {
        "plus": ", ".join(f"+{score}" for score in config.SCORE_KEYS),
        "ok": key_name(config.KEY_OK),
        "menu": key_name(config.KEY_MENU),
        "back": BACK,
        "idle_s": _format_seconds(preset["idle_ms"], decimal_mark),
        "hold_s": _format_seconds(config.HOLD_MS, decimal_mark),
        "menu_hold_s": _format_seconds(config.MENU_HOLD_MS, decimal_mark),
        "undo_s": _format_seconds(config.UNDO_MS, decimal_mark),
        "status_s": _format_seconds(config.STATUS_MS, decimal_mark),
        "menu_idle_s": _format_seconds(config.MENU_IDLE_MS, decimal_mark),
        "standby_min": str(config.STANDBY_MS // 60_000),
        "debounce_ms": str(BOARD["debounce_ms"]),
        "pin_tries": str(config.PIN_TRIES),
        "pin_lock_s": _format_seconds(config.PIN_LOCK_MS, decimal_mark),
        "warned": ", ".join(map(str, WARNED_AMOUNTS)),
        "most": str(preset["highest"]),
        "goal": str(preset["target"]),
        "stink": str(preset["target"] - 1),
        "skunk_line": str(preset["skunk"]),
        "double_line": str(preset["double"]),
        "false_back": str(FALSE_CLAIM_BACK),
        "n_last": str(len(DECISION_NAMES)),
        **{f"n_{name.replace('-', '_')}": str(number) for number, name in enumerate(DECISION_NAMES, 1)},
    }


def preset_constants(key: str) -> dict[str, str]:
    """Return the constants for the message `key`: the numbers of preset NAME for keys `preset.NAME…`, none for others.

    `win`, `skunk` and `double` are a winner's game points by skunk level, "None" if holes count instead.
    """
    group, preset, *_ = [*key.split("."), ""]
    if group != "preset" or preset not in PRESET_NAMES:
        return {}
    fields = fields_of(preset)
    win_points = fields["win"] if isinstance(fields["win"], tuple) else (None, None, None)
    numbers: dict[str, Any] = dict(zip(("win", "skunk", "double"), win_points, strict=False))
    numbers |= {field: fields[field] for field in ("target", "games", "start", "highest")}
    return {field: str(number).replace("-", "−") for field, number in numbers.items()}


def _format_seconds(ms: int, decimal_mark: str) -> str:
    number = f"{ms / 1000:g}"
    return number.replace(".", decimal_mark)
