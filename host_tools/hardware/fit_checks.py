"""Fit checks of the parameters: whether everything they describe fits its plate, printer bed and stack."""

from dataclasses import replace
from itertools import islice
from typing import Any

from firmware.boards.carrier import BOARD
from firmware.hardware_config import has_pins
from host_tools.i18n import message

from . import assembly_solids, collision_check, cutouts, screw_lengths, stack_up, tap_board
from .battery_bay import BANK, CELL
from .errors import ParamsError
from .plate_geometry import Plate, build_plate

_LED_GAP_MM = 0.2
"""Least distance between two LEDs of a street board."""
_CAP_GAP_MM = 0.3
_PLUG_PLAY_MM = 0.5
"""Between a plug and its opening, both sides together."""
_BAYS = {"": "", BANK: " with a power bank", CELL: " with a cell"}
_LEAST_TO_WALL_MM, _MOST_TO_WALL_MM = 0.3, 1.0
"""From the carrier's edge to the wall."""


def check(params: Any) -> None:
    """Check that everything fits. Raises ParamsError for the first parameter that does not, with its allowed range."""
    _check_pitch(params)
    _check_stack(params)
    _check_wall(params)
    stack_up.check(params)
    tap_board.leads(params)
    shapes = {(build.tracks, build.displays, build.battery, build.voice): build for build in params.builds}
    for build in shapes.values():
        check_build(params, replace(build, form="strip"))
        if not build.battery:
            _check_collisions(build_plate(params, build), "street")


def check_build(params: Any, build: Any) -> None:
    """Check that a build's plate, base and case have room for what it has, and that its pins are free. Raises
    ParamsError."""
    for part, there in (("voice", build.voice), ("battery", build.battery == CELL)):
        if there and not has_pins(BOARD["pins"], part, build.tracks):
            raise ParamsError(f"with {build.tracks} tracks keys take the pins of a {part}")
    plate = build_plate(params, build)
    if plate.voice:
        _check_voice(plate)
    _check_size(plate)
    _check_keys(plate)
    for layer in cutouts.LAYERS:
        _check_webs(plate, layer)
    _check_collisions(plate, build.form)


def _check_collisions(plate: Plate, form: str) -> None:
    """Check that no two parts of a board with LEDs in this form stand in one another. Raises ParamsError."""
    solids = assembly_solids.solids(plate, form)
    if collisions := collision_check.collisions(solids, plate.params.plate.tolerance):
        raise ParamsError(f"{_plate_name(plate)}, {form}: {collisions[0]}")


def _plate_name(plate: Plate) -> str:
    """Return the name of a plate in error messages."""
    parts = (" with displays" if plate.displays else "") + _BAYS[plate.bay]
    return f"{plate.tracks} tracks{parts}"


def _check_pitch(params: Any) -> None:
    """Check that holes and cells fit the LEDs' pitch. Raises ParamsError."""
    plate, case, street = params.plate, params.case, params.street
    pitch = 1000 / params.board.leds_per_metre
    if pitch - plate.hole < plate.least_web:
        largest = pitch - plate.least_web
        raise ParamsError(f"[plate] hole: at most {largest:.2f}, or the webs are under {plate.least_web}")
    if pitch - case.cell < case.least_wall:
        largest = pitch - case.least_wall
        raise ParamsError(f"[case] cell: at most {largest:.2f}, or the walls between cells are under {case.least_wall}")
    if case.cell < plate.hole:
        raise ParamsError(f"[case] cell: at least the holes' {plate.hole}, or they are shaded")
    if pitch < street.led_width + _LED_GAP_MM:
        raise ParamsError(
            f"[street] led_width: LEDs {street.led_width} wide do not fit {params.board.leds_per_metre} a metre; "
            f"at most {1000 / (street.led_width + _LED_GAP_MM):.0f}"
        )


def _check_stack(params: Any) -> None:
    """Check that there are screws for these thicknesses. Raises ParamsError."""
    for length in (screw_lengths.rim, screw_lengths.carrier, screw_lengths.street, screw_lengths.short,
                   screw_lengths.charger):  # fmt: skip
        length(params)


def _check_wall(params: Any) -> None:
    """Check that plugs pass through the wall's openings and reach their sockets. Raises ParamsError."""
    case, carrier = params.case, params.carrier
    width, height = (side + _PLUG_PLAY_MM for side in case.usb_plug)
    if case.usb[0] < width or case.usb[1] < height:
        raise ParamsError(f"[case] usb: at least [{width:g}, {height:g}] for a plug with its mould, not {case.usb}")
    for section, at in (("carrier", carrier.at), ("charger", params.charger.at)):
        if not _LEAST_TO_WALL_MM <= round(at[1] - case.wall, 3) <= _MOST_TO_WALL_MM:
            raise ParamsError(
                f"[{section}] at: its back edge {case.wall + _LEAST_TO_WALL_MM:g} to {case.wall + _MOST_TO_WALL_MM:g} "
                f"from the plate's edge, not {at[1]:g}: plugs reach no further through a wall of {case.wall:g}"
            )


def _check_size(plate: Plate) -> None:
    """Check that the plate fits its machine. Raises ParamsError."""
    bed = plate.params.plate.bed
    if plate.width > max(bed) or plate.height > max(bed) or min(plate.width, plate.height) > min(bed):
        sides = {"width": f"{plate.width:.0f}", "height": f"{plate.height:.0f}"}
        most = {"bed_width": f"{bed[0]:g}", "bed_height": f"{bed[1]:g}"}
        raise ParamsError(message("cli.hardware.bed", tracks=plate.tracks, **sides, **most))


def _check_keys(plate: Plate) -> None:
    """Check that keys stay clear of one another and of the plate's edge. Raises ParamsError."""
    keys = plate.params.keys
    if keys.pitch < keys.cap + _CAP_GAP_MM:
        raise ParamsError(f"[keys] pitch: at least {keys.cap + _CAP_GAP_MM:g}, or the caps touch")
    for spot in plate.key_spots():
        if min(spot.x, plate.width - spot.x) < keys.cap / 2:
            raise ParamsError(f"[keys] pitch: key {spot.name} does not fit a plate {plate.width:.0f} mm wide")


def _check_voice(plate: Plate) -> None:
    """Check that the sound module fits its sockets, and that no foot covers the grille. Raises ParamsError."""
    voice = plate.params.voice
    radius = voice.speaker[0] / 2
    for spot in plate.feet():
        if max(abs(spot.x - voice.speaker_at[0]), abs(spot.y - voice.speaker_at[1])) < radius:
            raise ParamsError("[voice] speaker_at: a foot covers its grille")


def _check_webs(plate: Plate, layer: str) -> None:
    """Check that the cuts of a layer leave webs that are wide enough. Raises ParamsError."""
    params = plate.params
    least_web = params.case.least_wall if layer == "baffle" else params.plate.least_web
    cuts = cutouts.cuts(plate, layer)
    box = cutouts.outline(plate, layer)
    for cut in cuts:
        if cut.edge_distance(box) < least_web:
            place = f"{layer}, {_plate_name(plate)}: {cut.name}"
            raise ParamsError(f"{place} is {cut.edge_distance(box):.2f} from the edge; at least {least_web}")
    # Only cuts whose middles are nearer than this can leave too narrow a web.
    reach = max(max(c.half_x, c.half_y) for c in cuts) * 2 + least_web
    cuts.sort(key=lambda cut: cut.y)
    for index, a in enumerate(cuts):
        for b in islice(cuts, index + 1, None):
            if b.y - a.y >= reach:
                break
            if abs(a.x - b.x) - a.half_x - b.half_x < least_web and a.web(b) < least_web:
                raise ParamsError(f"{layer}, {_plate_name(plate)}: {a.name} and {b.name} are {a.web(b):.2f} apart; "
                                  f"at least {least_web}")  # fmt: skip
