"""Exports constants of the firmware and of the USB commands to the captain's page, as a JavaScript module."""

import json
from pathlib import Path
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
from host_tools.firmware_build.sources import START, build_id
from host_tools.timeouts import stretched
from host_tools.usb import deploy, deploy_files, diagnosis, flash_command, protocol_client
from host_tools.usb.result_files import HEADER

VENDORS = (0x2E8A, 0xF055, 0x303A, 0x10C4, 0x1A86, 0x239A)
"""USB vendors among whose devices a person chooses.

They are Raspberry Pi, MicroPython, Espressif, Silicon Labs, WCH, Adafruit.
"""
BRING_UP = Path(__file__).parent / "page" / "bring_up"


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
        "link": _link_constants(),
        "hardware": {"chains": hardware_config.CHAINS, "supplies": hardware_config.SUPPLIES_MA},
        "result_columns": HEADER,
        "deploy": _deploy_constants(),
        "wear": _wear_constants(),
        "builds": _builds(),
    }


def _builds() -> list[str]:
    """Return the builds that the page can bring up: of their data `cribboard hardware build` writes a file each."""
    names = {path.stem for path in BRING_UP.glob("*.json")}
    return sorted(names - {"carrier"}, key=lambda name: (name.split("-")[0] != "two", name))


def _fields(decision: Decision) -> list[str]:
    """Return the fields of the request `judge` that name what a decision needs."""
    fields = {"team": NEEDS_TEAM, "to": NEEDS_OTHER_TEAM, "n": NEEDS_HOLES, "true": NEEDS_TRUE_PEG}
    return [field for field, need in fields.items() if decision.needs & need]


def _wear_constants() -> dict[str, float]:
    """Return the constants by which the wear of a board's flash is estimated."""
    erases = diagnosis.ERASES_PER_EVENT
    return {"block": diagnosis.BLOCK, "cycles": diagnosis.CYCLES, "worn": diagnosis.WORN, "erases": erases}


def _link_constants() -> dict:
    """Return what the board's protocol and MicroPython's prompt are asked and told."""
    return {
        "longest": config.LONGEST_LINE,
        "silence_ms": round(stretched(protocol_client.SILENCE_S) * 1000),
        "find_firmware": protocol_client.FIND_FIRMWARE,
        "has_firmware": protocol_client.HAS_FIRMWARE,
        "no_firmware": protocol_client.NO_FIRMWARE,
    }


def _deploy_constants() -> dict[str, Any]:
    """Return the scripts that a deploy runs on a board's REPL, its file names and limits."""
    return {
        "where": deploy.FIRMWARE_PATH_SCRIPT,
        "kind": deploy.BOARD_KIND_SCRIPT,
        "device": deploy.BOARD_SCRIPT.read_text(encoding="utf-8"),
        "stages": deploy.STAGES,
        "places_of_list": deploy.PLACES_OF_LIST,
        "folder": deploy_files.FOLDER,
        "list": deploy_files.LIST,
        "start": START,
        "names": sorted(deploy_files.firmware_paths()),
        "format": deploy_files.FORMAT,
        "machine_code": deploy_files.MACHINE_CODE,
        "architectures": deploy_files.ARCHITECTURES,
        "start_s": stretched(flash_command.START_S),
    }


def constants_module() -> str:
    """Return the text of a JavaScript module with all constants, as FACTS."""
    return f"export const FACTS = {json.dumps(page_constants(), ensure_ascii=False)};\n"
