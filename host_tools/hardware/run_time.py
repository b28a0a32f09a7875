"""How long a board runs from a USB power bank, or from a charger module's cell, by arithmetic."""

from typing import Any

from . import power
from .battery_bay import BANK, CELL
from .power import Row


def hours(params: Any, milliamperes: float) -> float:
    """Return the hours that a full bank gives a current at 5 V: its cells' energy, less what its converter takes."""
    bank = params.bank
    return bank.mah * bank.cell_volts * bank.efficiency / (milliamperes * params.power.rail)


def cell_hours(params: Any, milliamperes: float) -> tuple[float, float]:
    """Return the hours that the full cell of a charger module gives a current at 5 V, and those after it became low."""
    cell, charger = params.cell, params.charger
    milliwatts = milliamperes * params.power.rail / charger.efficiency + charger.idle_ma * cell.volts
    full = cell.mah * cell.volts / milliwatts
    return full, cell.low_left * full


def standby_ma(params: Any, row: Row) -> float:
    """Return the mean current in standby, the pulses included, the controller at its highest."""
    bank = params.bank
    return params.power.controller + power.pulse_ma(params, row) * bank.pulse_ms / 1000 / bank.every_s


def expected_pico_ma(params: Any) -> float:
    """Return the mean current at 5 V that a Pico is expected to take, less than the firmware's bound.

    It sleeps between two steps, for a share of the time that was measured on an emulated one.
    """
    return params.bank.pico_ma - params.bank.asleep * params.bank.asleep_saves_ma


def expected_ma(params: Any, milliamperes: float) -> float:
    """Return a current of the firmware's estimate with the Pico's expected current in place of its bound."""
    return milliamperes - params.power.controller + expected_pico_ma(params)


def battery_table(params: Any, rows: list[Row], builds: list[Any]) -> str:
    """Return the hours of each build with a power bank as a Markdown table."""
    heads = ["build", "in play", "worst scene without end", "in standby, kept on", "a pulse takes"]
    heads.append("in play, as expected")
    lines = ["| " + " | ".join(heads) + " |", "|---" + "|--:" * 5 + "|"]
    for build in builds:
        if build.battery == BANK:
            row = power.build_row(params, rows, build)
            currents = (row.play, row.worst, standby_ma(params, row))
            cells = " | ".join(f"{hours(params, ma):.0f} h" for ma in currents)
            pulse, expected = power.pulse_ma(params, row), hours(params, expected_ma(params, row.play))
            lines.append(f"| `{build.id}` | {cells} | {pulse:.0f} mA | {expected:.0f} h |")
    return "\n".join(lines)


def cell_table(params: Any, rows: list[Row], builds: list[Any]) -> str:
    """Return the hours of each build with a charger module and a cell as a Markdown table."""
    heads = ("build", "in play", "of which after *low*", "worst scene without end", "in standby",
             "in play, as expected")  # fmt: skip
    lines = ["| " + " | ".join(heads) + " |", "|---" + "|--:" * (len(heads) - 1) + "|"]
    for build in builds:
        if build.battery == CELL:
            row = power.build_row(params, rows, build)
            others = (row.worst, params.power.controller, expected_ma(params, row.play))
            times = [*cell_hours(params, row.play), *(cell_hours(params, ma)[0] for ma in others)]
            lines.append(f"| `{build.id}` | " + " | ".join(f"{time:.1f} h" for time in times) + " |")
    return "\n".join(lines)
