"""Exports constants of the firmware and of the USB commands to the captain's page, as a JavaScript module."""

import json
from typing import Any

from firmware import config, hardware_config
from firmware.rules.decisions import (
    DECISIONS,
    NEEDS_HOLES,
    NEEDS_OTHER_TEAM,
    NEEDS_TEAM,
    NEEDS_TRUE_PEG,
    Decision,
)
from firmware.rules.presets import PRESET_NAMES
from host_tools.firmware_build.sources import build_id
from host_tools.timeouts import stretched
from host_tools.usb import deploy, flash_command, protocol_client
from host_tools.usb.proof_session import read_builds
from host_tools.usb.result_files import HEADER
from host_tools.usb.sans_io.exchange import FIRST_NUMBERS
from host_tools.usb.sans_io.findings import ANSWERS
from host_tools.usb.sans_io.problem import WAYS
from host_tools.usb.sans_io.proof import RUNGS
from host_tools.usb.sans_io.status import SHORT_ID

VENDORS = (0x2E8A, 0xF055, 0x303A, 0x10C4, 0x1A86, 0x239A)
"""USB vendors among whose devices a person chooses.

They are Raspberry Pi, MicroPython, Espressif, Silicon Labs, WCH, Adafruit.
"""


def page_constants() -> dict[str, Any]:
    """Return all constants, by their names in the page."""
    return {
        "firmware": config.FIRMWARE_VERSION,
        "build": build_id(),
        "vendors": VENDORS,
        "teams": config.TEAMS,
        "brightness": config.BRIGHTNESS_LEVELS,
        "presets": PRESET_NAMES,
        "decisions": {decision.name: _fields(decision) for decision in DECISIONS},
        "silence_s": stretched(protocol_client.SILENCE_S),
        "start_s": stretched(flash_command.START_S),
        "first_numbers": FIRST_NUMBERS,
        "answers": ANSWERS,
        "places": {remedy: place for remedy, (_, place) in WAYS.items()},
        "deploy_tools": deploy.BOARD_SCRIPT.read_text(encoding="utf-8"),
        "firmware_paths": deploy.firmware_paths(),
        "hardware": {"chains": hardware_config.CHAINS, "supplies": hardware_config.SUPPLIES_MA},
        "result_columns": HEADER,
        "short_id": SHORT_ID,
        "builds": list(read_builds()["builds"]),
        "rungs": list(RUNGS),
    }


def _fields(decision: Decision) -> list[str]:
    """Return the fields of the request `judge` that name what a decision needs."""
    fields = {"team": NEEDS_TEAM, "to": NEEDS_OTHER_TEAM, "holes": NEEDS_HOLES, "true": NEEDS_TRUE_PEG}
    return [field for field, need in fields.items() if decision.needs & need]


def constants_module() -> str:
    """Return the text of a JavaScript module with all constants, as FACTS."""
    return f"export const FACTS = {json.dumps(page_constants(), ensure_ascii=False)};\n"
