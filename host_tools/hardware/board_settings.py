"""What a build's board is told of itself: the fields of `firmware.hardware_config`, and the command that sets them."""

from typing import Any

from firmware.boards.carrier import BOARD

from . import power
from .battery_bay import BANK, CELL


def flash_command(params: Any, build: Any) -> str:
    """Return the command that puts the firmware on a build's Pico, and tells it what the build has."""
    fields = hardware_fields(params, build)
    usual = BOARD["led_dark_ua"]
    words = [f" --{name.removesuffix('_s').replace('_', '-')}" + ("" if value is True else f" {value}")
             for name, value in fields.items() if value and (name, value) != ("led_dark_ua", usual)]  # fmt: skip
    return "cribboard flash" + "".join(words)


def hardware_fields(params: Any, build: Any) -> dict[str, int | bool]:
    """Return what a build's board is told of itself, by the names of `firmware.hardware_config`; not its supply, which
    it reads or takes for granted."""
    return {
        "tracks": build.tracks,
        "leds": power.chain(params, build.form),
        "reversed": params.board.reverse,
        "keep_alive_s": params.bank.every_s if build.battery == BANK else 0,
        "battery": build.battery == CELL,
        "voice": build.voice,
        "led_dark_ua": power.dark_ua(params, build.form),
    }
