"""The power report: what every combination of tracks, LEDs and port takes by the firmware's own estimate."""

from dataclasses import dataclass
from typing import Any

from firmware.view.power import track_budget

from . import softstart
from .evening import taken


class PowerError(ValueError):
    """A build does not fit its port, fuse or voltage; the message says why."""


@dataclass(frozen=True)
class Row:
    """Milliamperes of one combination. `reason` says why it does not fit; it is empty where it does.

    `shipped`: the firmware takes that port as it is shipped, and need not be told how little its LEDs take dark.
    """

    tracks: int
    kind: str
    port: int
    dark: int
    play: int = 0
    worst: int = 0
    scene: str = ""
    reason: str = ""
    shipped: bool = True

    @property
    def margin(self) -> int:
        """What the port has left in the worst scene."""
        return self.port - self.worst


def report(params: Any) -> list[Row]:
    """A row for each number of tracks, kind of LED and port."""
    kinds, ports = params.power.kinds, params.power.ports
    return [row(params, tracks, kind, port) for tracks in params.board.tracks for kind in kinds for port in ports]


def row(params: Any, tracks: int, kind: str, port: int) -> Row:
    """One combination."""
    each = params.power.kinds[kind].dark
    dark = round(params.power.controller + each * tracks * params.strip.leds)
    try:
        found = taken(tracks, params.strip.leds, port, each)
    except ValueError as error:
        return Row(tracks, kind, port, dark, reason=f"the firmware refuses it ({error})")
    reason = "" if found.worst <= port else f"{found.scene} takes {found.worst} mA"
    return Row(tracks, kind, port, dark, *found, reason, _taken_as_shipped(params, tracks, port))


def _taken_as_shipped(params: Any, tracks: int, port: int) -> bool:
    try:
        track_budget(port, tracks, params.strip.leds)
    except ValueError:
        return False
    return True


def check(params: Any, rows: list[Row]) -> None:
    """Raises PowerError for the first build offered that does not fit."""
    found = {(r.tracks, r.kind, r.port): r for r in rows}
    for build in params.builds:
        one = found.get((build.tracks, build.kind, build.port)) or row(params, build.tracks, build.kind, build.port)
        reason = one.reason or _weak(params, build, one)
        if reason:
            name = f"{build.tracks} tracks of {params.power.kinds[build.kind].name} on {build.port} mA"
            raise PowerError(f"build {build.id}, {name}, does not fit: {reason}")


def _weak(params: Any, build: Any, one: Row) -> str:
    holds = build.fuse * params.power.fuse_derating
    if led_ma(params, one) > holds:
        return f"the strips take up to {led_ma(params, one)} mA, its fuse holds {holds:.0f} in a warm case"
    if start_ma(params, one) > build.port:
        return f"switching the strips on takes {start_ma(params, one)} mA"
    if volts(params, build, one) < params.power.least_rail:
        return f"the strips get {volts(params, build, one):.2f} V, less than {params.power.least_rail}"
    return ""


def led_ma(params: Any, one: Row) -> int:
    """What goes through fuse and switch in the worst scene."""
    return one.worst - params.power.controller


def start_ma(params: Any, one: Row) -> int:
    """What is taken while the rail comes up: the bulk capacitor's charge, and everything dark."""
    return round(softstart.inrush_ma(params) + one.dark)


def volts(params: Any, build: Any, one: Row) -> float:
    """What is left for the strips, with the port sagging and fuse and switch at their worst."""
    ohms = params.power.fuses[str(build.fuse)] + params.power.switch_mohm / 1000
    return params.power.port_volts - ohms * led_ma(params, one) / 1000


def table(params: Any, rows: list[Row]) -> str:
    """The report as a Markdown table."""
    lines = ["| tracks | LEDs | port | dark | play | worst | in | margin | |", "|--:|---|--:|--:|--:|--:|---|--:|---|"]
    for r in rows:
        name = params.power.kinds[r.kind].name
        head = f"| {r.tracks} | {name} | {r.port} | {r.dark} |"
        if r.worst:
            lines.append(f"{head} {r.play} | {r.worst} | {r.scene} | {r.margin} | {r.reason or _fits(params, r)} |")
        else:
            lines.append(f"{head} | | | | does not fit: {r.reason} |")
    return "\n".join(lines)


def _fits(params: Any, one: Row) -> str:
    return "fits" if one.shipped else f"fits with `LED_DARK_MA` = {params.power.kinds[one.kind].dark}"
