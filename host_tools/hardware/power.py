"""Power report: the current of each build (tracks, kind of LED, USB supply), by the firmware's own estimate."""

from dataclasses import dataclass, replace
from typing import Any

from firmware.boards.carrier import BOARD
from firmware.view.lights.power import track_budget

from . import load_switch
from .battery_bay import BANK, CELL
from .plate_geometry import STREETS
from .simulated_peak_current import measure_scenes

_COPPER_OHM_M = 1.72e-8
"""Resistivity of copper at 20 °C, in Ω·m."""
_RESISTANCE_AT_40_C = 1.08
"""Relative to 20 °C."""
_COPPER_THICKNESS_M = 35e-6
_LARGEST_SUPPLY_MA = 3000
_GROUND_MARGINS_MM = 2
"""The ground copper of a street board is narrower than the board by this."""


class PowerError(ValueError):
    """A build does not fit its port, load switch or voltage; the message says why."""


@dataclass(frozen=True)
class Row:
    """Currents in mA of one combination of tracks, kind of LED and port: dark, in play, and in the worst `scene`.

    `reason`: why it does not fit; "" if it fits. `shipped`: the firmware accepts the port untold of the
    LEDs' dark current.
    `displays`: current of displays with all pixels lit, included in dark, play and worst. `voice`: of a sound module
    that speaks, included in play and worst; `idle`: of one that is silent, included in dark.
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
    displays: int = 0
    voice: int = 0
    idle: int = 0


def report(params: Any) -> list[Row]:
    """Return a row for each number of tracks, kind of LED and port."""
    kinds, ports = params.power.kinds, params.power.ports
    return [row(params, tracks, kind, port) for tracks in params.board.tracks for kind in kinds for port in ports]


def row(params: Any, tracks: int, kind: str, port: int) -> Row:
    """Compute the row of one combination."""
    led_dark = params.power.kinds[kind].dark
    leds = chain(params, kind)
    dark = round(params.power.controller + led_dark * tracks * leds)
    try:
        draw = measure_scenes(tracks, leds, port, dark_ua(params, kind))
    except ValueError as error:
        return Row(tracks, kind, port, dark, reason=f"the firmware refuses it ({error})")
    reason = "" if draw.worst <= port else f"{draw.scene} takes {draw.worst} mA"
    return Row(tracks, kind, port, dark, *draw, reason, _is_accepted(leds, tracks, port))


def chain(params: Any, kind: str) -> int:
    """Return the number of LEDs in a track's chain: one per hole, and on strip also the dark ones between groups."""
    return params.strip.leds if kind == "strip" else params.board.holes


def dark_ua(params: Any, kind: str) -> int:
    """Return what a dark LED of this kind takes, in µA."""
    return round(1000 * params.power.kinds[kind].dark)


def _is_accepted(leds: int, tracks: int, port: int) -> bool:
    """Return whether the firmware with its shipped settings accepts the port."""
    try:
        track_budget(port, tracks, leds, BOARD["led_dark_ua"])
    except ValueError:
        return False
    return True


def check(params: Any, rows: list[Row], build: Any) -> None:
    """Check that a build fits its port. Raises PowerError if it does not."""
    entry = build_row(params, rows, build)
    if reason := entry.reason or _shortfall(params, build, entry):
        name = f"{build.tracks} tracks of {params.power.kinds[build.form].name} on {build.port} mA"
        raise PowerError(f"build {build.id}, {name}, does not fit: {reason}")


def build_row(params: Any, rows: list[Row], build: Any) -> Row:
    """Return the row of a build, with its displays: their 3.3 V current counts as drawn from the 5 V unchanged.

    To a voice the firmware leaves its part of the port: the light is that of a port which offers so much less.
    """
    voice, idle = (params.voice.ma, params.voice.idle) if build.voice else (0, 0)
    key = (build.tracks, build.form, build.port - voice)
    entry = next((r for r in rows if (r.tracks, r.kind, r.port) == key), None) or row(params, *key)
    extra = sum(params.display.kinds[name].ma for name in build.displays)
    speaking = extra + voice
    return replace(entry, port=build.port, dark=entry.dark + extra + idle, play=entry.play + speaking,
                   worst=entry.worst + speaking, displays=extra, voice=voice, idle=idle)  # fmt: skip


def _shortfall(params: Any, build: Any, entry: Row) -> str:
    """Return why a build does not work; "" if it works."""
    if entry.worst > entry.port:
        return f"{entry.scene} and its {'voice' if entry.voice else 'displays'} take {entry.worst} mA"
    if entry.displays and entry.displays + params.display.bus > params.display.pico_3v3:
        return (
            f"displays and bus take {entry.displays + params.display.bus} mA of 3.3 V, a Pico has "
            f"{params.display.pico_3v3}; fewer or smaller displays"
        )
    if reason := _battery_shortfall(params, build, entry):
        return reason
    power, limit = params.power, load_switch.limit(params.power, build.port).least
    if entry.voice and (reason := _voice_shortfall(params)):
        return reason
    if led_ma(params, entry) > limit:
        return f"the strips take up to {led_ma(params, entry)} mA, the load switch may limit at {limit:.0f}"
    if load_switch.rise_ms(power, build.port, dark_led_ma(params, entry)) > power.limit_surge_ms:
        return f"switching the strips on takes more than {power.limit_surge_ms} ms"
    if load_switch.fault_w(power, build.port) > power.port_volts * _LARGEST_SUPPLY_MA / 1000:
        return "a fault on the strips takes more than a 3 A supply gives, and is never limited"
    if rail_volts(params, build, entry) < power.least_rail:
        return f"the strips get {rail_volts(params, build, entry):.2f} V, less than {power.least_rail}"
    if last_volts(params, build, entry) < power.least_led:
        return f"the last LED gets {last_volts(params, build, entry):.2f} V, less than {power.least_led}"
    return ""


def _battery_shortfall(params: Any, build: Any, entry: Row) -> str:
    """Return why a build's power bank switches off, or its charger module is too weak; "" if neither."""
    if build.battery == BANK and pulse_ma(params, entry) < params.bank.keeps_on_ma:
        return (
            f"in standby a pulse takes {pulse_ma(params, entry):.0f} mA; a power bank wants "
            f"{params.bank.keeps_on_ma} to stay on"
        )
    if build.battery == CELL and entry.worst > params.charger.ma:
        return f"{entry.scene} takes {entry.worst} mA, a charger module gives {params.charger.ma}"
    return ""


def pulse_ma(params: Any, entry: Row) -> float:
    """Return what the LEDs of a board take during a pulse that keeps a bank on: dark, and each at its least light."""
    leds = entry.tracks * chain(params, entry.kind)
    return entry.dark - params.power.controller + leds * 3 * params.power.full / 765


def voice_volts(params: Any) -> tuple[float, float]:
    """Return the least and the most voltage of a sound module's supply: the port's, less what diode and fuse take."""
    voice, power = params.voice, params.power
    least = power.port_volts - voice.drop[1] - voice.fuse_ohm * voice.ma / 1000
    return least, power.most_volts - voice.drop[0]


def _voice_shortfall(params: Any) -> str:
    """Return why a sound module's supply is not what its data sheet asks; "" if it is."""
    voice, (least, most) = params.voice, voice_volts(params)
    if least >= voice.least_volts and most <= voice.most_volts:
        return ""
    return (
        f"the sound module gets {least:.2f} to {most:.2f} V and wants {voice.least_volts:g} to {voice.most_volts:g}; "
        "another diode or fuse in [voice]"
    )


def led_ma(params: Any, entry: Row) -> int:
    """Return the current in mA through the load switch in the worst scene."""
    return entry.worst - params.power.controller - entry.displays - entry.voice


def dark_led_ma(params: Any, entry: Row) -> int:
    """Return the current in mA through the load switch with all LEDs dark."""
    return entry.dark - params.power.controller - entry.displays - entry.idle


def rail_volts(params: Any, build: Any, row: Row) -> float:
    """Return the lowest voltage at the strips: the port's under load, less the drop in the cable (by the whole current)
    and in switch and contacts (by the LEDs' current)."""
    power = params.power
    inlet = power.port_volts - build.cable_mohm * row.worst / 1e6
    return inlet - (power.switch_mohm + power.contact_mohm) * led_ma(params, row) / 1e6


def last_volts(params: Any, build: Any, entry: Row) -> float:
    """Return the voltage at the last LED, in case all lit LEDs of a track are at its far end."""
    current = min(led_ma(params, entry), (build.port - params.power.controller) / build.tracks)
    return rail_volts(params, build, entry) - feed_mohm(params, build) * current / 1e6


def feed_mohm(params: Any, build: Any) -> float:
    """Return the milliohms from the carrier to the last LED and back: wires, and a strip row or four street boards."""
    power = params.power
    wires = power.wire_mohm_per_metre * power.feed_metres
    pitch = 1000 / params.board.leds_per_metre
    if build.form == "strip":
        return wires + power.strip_mohm_per_metre * max(params.strip.rows) * pitch / 1000
    length = (params.board.street + params.board.street // params.board.group) * pitch
    ground_width = params.street.width - _GROUND_MARGINS_MM
    street_mohm = copper_mohm(length, params.street.rail_width) + copper_mohm(length, ground_width)
    return wires + STREETS * street_mohm


def copper_mohm(length: float, width: float) -> float:
    """Return the resistance in mΩ of a track of 35 µm copper at 40 °C; length and width in mm."""
    return _COPPER_OHM_M * _RESISTANCE_AT_40_C * length / (width * _COPPER_THICKNESS_M) * 1000


def ipc_width(amperes: float) -> float:
    """Return the least width (mm) of an outer track of 35 um copper that it heats by 10 °C; IPC-2221: I = 0.048 dT^0.44
    A^0.725, A in mil²."""
    square_mils = (amperes / (0.048 * 10**0.44)) ** (1 / 0.725)
    return square_mils / (35 / 25.4) * 0.0254


def table(params: Any, rows: list[Row]) -> str:
    """Return the report as a Markdown table: a line for each number of tracks and kind of LED, a column for a port."""
    ports = list(dict.fromkeys(row.port for row in rows))
    heads = " | ".join(f"worst on {port} mA" for port in ports)
    lines = [f"| tracks | LEDs | dark | play | {heads} |", "|--:|---|--:|--:|" + "--:|" * len(ports)]
    for tracks, kind in dict.fromkeys((row.tracks, row.kind) for row in rows):
        own = {row.port: row for row in rows if (row.tracks, row.kind) == (tracks, kind)}
        worst = " | ".join(_worst(params, own[port]) if port in own else "" for port in ports)
        last = own[max(own)]
        name = params.power.kinds[kind].name
        lines.append(f"| {tracks} | {name} | {last.dark} | {last.play or ''} | {worst} |")
    return "\n".join(lines)


def _worst(params: Any, entry: Row) -> str:
    """Return the current of the worst scene, with the setting that the firmware needs; or why it does not fit."""
    if entry.reason:
        return f"does not fit: {entry.reason}"
    told = "" if entry.shipped else f" (`--led-dark-ua {dark_ua(params, entry.kind)}`)"
    return f"{entry.worst}{told}"
