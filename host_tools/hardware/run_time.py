"""How long a board runs from a USB power bank, by arithmetic."""

from typing import Any

from .power import Row

_PORTS = {2: 500, 3: 1500, 4: 1500}
"""What a bank's socket gives by the number of tracks: 500 mA at the Pico's plug, else by the board's own socket."""


def hours(params: Any, milliamperes: float) -> float:
    """Return the hours that a full bank gives a current at 5 V: its cells' energy, less what its converter takes."""
    bank = params.bank
    watt_hours = bank.mah / 1000 * bank.cell_volts * bank.efficiency
    return watt_hours / (milliamperes / 1000 * params.power.rail)


def table(params: Any, rows: list[Row]) -> str:
    """Return the hours of each number of tracks and kind of LED as a Markdown table: standby, play, worst scene."""
    lines = ["| tracks | LEDs | in standby | in play | worst scene without end |", "|--:|---|--:|--:|--:|"]
    for row in rows:
        if row.port == _PORTS[row.tracks] and row.worst:
            times = (params.power.controller, row.play, row.worst)
            cells = " | ".join(f"{hours(params, milliamperes):.0f} h" for milliamperes in times)
            lines.append(f"| {row.tracks} | {params.power.kinds[row.kind].name} | {cells} |")
    return "\n".join(lines)
