"""Pictures of the assembly steps from the faceplate's keys to the closed case."""

from ..assembly_solids import Solid, heights
from ..cutouts import Cut
from ..plate_geometry import Plate
from .oblique_projection import ADDED, BLACK, DATA, PALE, Picture
from .parts import APART, HOUSING, draw_housing, draw_parts, solids_by_prefix

_SIGNAL_PIN, _GROUND_PIN = (3.8, 2.5), (-2.5, 5.1)
"""x and y of an MX key's pins from the key's middle, in mm: they are on the side away from the holes."""
_HARNESS_MM = 60
"""From a team's keys to the housing that their wires end in."""
_HARNESS_BEND_MM = 22
"""From the housing to where the wires spread to the keys."""
_WIRE_STEP_MM = 2.2
_WIRE_MM = 1.2
_DISPLAY_MODULE_MM = 2
_NUT_MM = 2.4
_BAFFLE_SHEETS = 3
_SHEET_GAP = 0.6 * APART
_STANDOFF_ABOVE_MM = 4
"""How far the standoffs stand out above the first sheet."""
_SHEET_LABEL_BELOW_MM = 20
"""From the middle of a sheet's left edge towards the players."""
_CAP_MM = 6
_FEET_BELOW_MM = 20
_RIM_SCREW_MM = 14


def keys(plate: Plate) -> Picture:
    """Draw the keys from behind, with their wires."""
    picture = Picture("Keys: seen from behind, the faceplate on its face", plate.height, plate.width)
    draw_parts(picture, solids_by_prefix(plate, "faceplate"), front=False)
    keys = solids_by_prefix(plate, "key")
    draw_parts(picture, keys, added=True, front=False)
    top = keys[0].bottom
    groups: dict[str, list[Solid]] = {}
    for key in keys:
        team = key.name.split()[1]
        groups.setdefault(team if team in plate.params.board.teams else "shared", []).append(key)
    for name, group in groups.items():
        _harness(picture, plate, name, sorted(group, key=lambda key: key.plan.x), top)
    return picture


def _harness(picture: Picture, plate: Plate, name: str, group: list[Solid], top: float) -> None:
    """Draw a team's wires: a ground wire from key to key, a signal wire per key, and the housing they end in."""
    x = sum(key.plan.x for key in group) / len(group)
    y = group[0].plan.y - _HARNESS_MM
    bend_y = y + _HARNESS_BEND_MM
    for index, key in enumerate(group):
        wire_x = x + _WIRE_STEP_MM * (index - len(group) / 2)
        signal = (key.plan.x + _SIGNAL_PIN[0], key.plan.y + _SIGNAL_PIN[1])
        picture.marks([signal], _WIRE_MM, top, DATA)
        picture.wire(DATA, (*signal, top), (wire_x, bend_y, top), (wire_x, y, top), thick=_WIRE_MM)
    grounds = [(key.plan.x + _GROUND_PIN[0], key.plan.y + _GROUND_PIN[1], top) for key in group]
    picture.marks(((gx, gy) for gx, gy, _ in grounds), _WIRE_MM, top, BLACK)
    ground_x = x + _WIRE_STEP_MM * len(group) / 2
    last_key = group[-1].plan
    turn_x = last_key.x + last_key.half_x
    ground_end = ((turn_x, grounds[-1][1], top), (ground_x, bend_y, top), (ground_x, y, top))
    picture.wire(BLACK, *grounds, *ground_end, thick=_WIRE_MM)
    draw_housing(picture, x, y, top)
    count = len(group) + 1
    title = "OK and MENU" if name == "shared" else f"keys {name}"
    picture.label(f"{title}: housing-{count}", x, y, top + HOUSING)
    if name == plate.params.board.teams[0]:
        picture.label("black: ground, from key to key", *grounds[0])
        picture.label("blue: each key's own wire", *signal, top)


def displays(plate: Plate) -> Picture:
    """Draw the displays above their frames."""
    picture = Picture("Displays: seen from behind, the faceplate on its face", plate.height, plate.width)
    draw_parts(picture, solids_by_prefix(plate, "faceplate", "key"), front=False)
    display, base = plate.params.display, plate.params.plate.thickness
    for part, spot in zip(reversed(solids_by_prefix(plate, "display")), plate.display_spots(), strict=True):
        width, height = display.kinds[spot.name].module
        module = Cut("", spot.x, spot.y, width / 2, height / 2, False)
        frame_top = base + display.frame_depth
        module_top = frame_top + APART + _DISPLAY_MODULE_MM
        picture.prism(part.plan, base, frame_top, ADDED, [module])
        picture.axis(spot.x, spot.y, frame_top, frame_top + APART)
        picture.prism(module, frame_top + APART, module_top, ADDED)
        at_keys = spot.y > plate.height / 2
        title = "at the keys: address 0x3C" if at_keys else "opposite: address 0x3D"
        picture.label(f"display {title}", spot.x, spot.y, module_top)
        picture.label("display-frame, glued", spot.x - part.plan.half_x, spot.y, frame_top)
    return picture


def diffuser(plate: Plate) -> Picture:
    """Draw the diffuser above the back of the faceplate."""
    picture = Picture("Diffuser: seen from behind, the faceplate on its face", plate.height, plate.width)
    draw_parts(picture, solids_by_prefix(plate, "faceplate", "key"), front=False)
    sheet = solids_by_prefix(plate, "diffuser")
    inner = [s for s in plate.screws() if s.name == "inner"]
    for spot in inner:
        picture.axis(spot.x, spot.y, 0, sheet[0].top + APART)
    draw_parts(picture, sheet, added=True, lift=APART, front=False)
    spot = inner[0]
    picture.label("its holes over the screw holes", spot.x, spot.y, sheet[0].bottom + APART)
    picture.label("tape along the rim", sheet[0].plan.x - sheet[0].plan.half_x, sheet[0].plan.y, sheet[0].top + APART)
    return picture


def baffle(plate: Plate) -> Picture:
    """Draw three sheets, kept in line by two standoffs."""
    picture = Picture("Baffle: three sheets, glued", plate.height, plate.width)
    stack = solids_by_prefix(plate, "baffle")[0]
    thickness = (stack.bottom - stack.top) / _BAFFLE_SHEETS
    standoffs = solids_by_prefix(plate, "standoff")[:2]
    for standoff in standoffs:
        picture.prism(standoff.plan, -_STANDOFF_ABOVE_MM, 0, ADDED)
    for sheet in range(_BAFFLE_SHEETS):
        low = sheet * (thickness + _SHEET_GAP)
        picture.prism(stack.plan, low, low + thickness, ADDED, stack.openings)
        left = stack.plan.x - stack.plan.half_x
        picture.label(f"sheet {sheet + 1}", left, stack.plan.y + _SHEET_LABEL_BELOW_MM, low + thickness)
    high = (_BAFFLE_SHEETS - 1) * (thickness + _SHEET_GAP) + thickness
    for standoff in standoffs:
        picture.prism(standoff.plan, high, high + APART / 2, PALE)
    first = standoffs[0].plan
    picture.label("two standoffs: holes in line", first.x, first.y, high + APART / 2)
    return picture


def stack(plate: Plate) -> Picture:
    """Draw baffle and strip plate above the standoffs."""
    picture = Picture("Join: seen from behind, the faceplate on its face", plate.height, plate.width)
    draw_parts(picture, solids_by_prefix(plate, "faceplate", "diffuser", "key"), front=False)
    standoffs, screws = solids_by_prefix(plate, "standoff"), solids_by_prefix(plate, "inner screw, back")
    strip_plate_bottom = heights(plate.params)["strip-plate"][1]
    draw_parts(picture, standoffs, added=True, front=False)
    baffle, strips = solids_by_prefix(plate, "baffle"), solids_by_prefix(plate, "strip-plate")
    for part in standoffs:
        picture.axis(part.plan.x, part.plan.y, part.bottom, strip_plate_bottom + 3 * APART)
    draw_parts(picture, baffle, added=True, lift=APART, front=False)
    draw_parts(picture, strips, added=True, lift=2 * APART, front=False)
    draw_parts(picture, solids_by_prefix(plate, "inner screw's head"), added=True, lift=2.8 * APART, front=False)
    left = baffle[0].plan.x - baffle[0].plan.half_x
    picture.label("baffle", left, 100, baffle[0].bottom + APART)
    picture.label("strip plate, LEDs down", left, 100, strips[0].bottom + 2 * APART)
    spot = screws[0].plan
    picture.label("four screw-short", spot.x, spot.y, screws[0].bottom + 2.8 * APART)
    standoff = standoffs[-2].plan
    picture.label("standoff, screw-short from the front", standoff.x, standoff.y, standoffs[0].bottom)
    return picture


def carrier(plate: Plate) -> Picture:
    """Draw the carrier above the base."""
    picture = Picture("Carrier: on the base", plate.height)
    params = plate.params
    base, board = solids_by_prefix(plate, "base")[0], solids_by_prefix(plate, "carrier")
    draw_parts(picture, [base])
    floor = -base.top
    half = params.screws.hex / 2
    spacer_top = floor + params.carrier.spacer
    for screw in solids_by_prefix(plate, "carrier screw"):
        picture.prism(screw.plan, floor, -screw.top, ADDED)
    for spot in plate.carrier_screws():
        picture.prism(Cut("", spot.x, spot.y, half, half), floor, spacer_top, ADDED)
        picture.axis(spot.x, spot.y, spacer_top, floor + 2 * APART)
    carrier = next(part for part in board if part.name == "carrier")
    draw_parts(picture, [carrier], added=True, lift=APART)
    draw_parts(picture, solids_by_prefix(plate, "Pico"), added=True, lift=APART)
    for spot in plate.carrier_screws():
        picture.prism(Cut("", spot.x, spot.y, half, half), floor + 2 * APART, floor + 2 * APART + _NUT_MM, ADDED)
    pico, spot = solids_by_prefix(plate, "Pico")[0], plate.carrier_screws()[-1]
    picture.label("a nut on each screw", spot.x, spot.y, floor + 2 * APART)
    picture.label("plugs at the back edge", pico.plan.x, pico.plan.y - pico.plan.half_y, APART - pico.top)
    right = carrier.plan.x + carrier.plan.half_x
    picture.label("carrier", right, carrier.plan.y + 10, APART - carrier.top)
    picture.label("a spacer on each", spot.x, spot.y, spacer_top)
    picture.label("four screw-carrier from below", base.plan.x + 60, plate.height - 20, floor)
    return picture


def close(plate: Plate) -> Picture:
    """Draw the walls between base and faceplate."""
    picture = Picture("Close: walls, base, screws from the front", plate.height)
    base, wall = solids_by_prefix(plate, "base")[0], solids_by_prefix(plate, "wall")[0]
    down, up = -1.6 * APART, 1.8 * APART
    draw_parts(picture, solids_by_prefix(plate, "foot"), added=True, lift=down - _FEET_BELOW_MM)
    draw_parts(
        picture, [base, *(part for part in solids_by_prefix(plate, "carrier") if part.name == "carrier")], lift=down
    )
    draw_parts(picture, solids_by_prefix(plate, "Pico"), lift=down)
    _walls(picture, plate, wall)
    for layer in ("strip-plate", "baffle", "faceplate"):
        draw_parts(picture, solids_by_prefix(plate, layer), lift=up)
    keys = plate.params.keys
    for spot in plate.key_spots():
        picture.prism(Cut("", spot.x, spot.y, keys.cap / 2, keys.cap / 2, False), up, up + _CAP_MM)
    screws = solids_by_prefix(plate, "rim screw")
    for screw in screws:
        picture.axis(screw.plan.x, screw.plan.y, up, up + APART)
        picture.prism(screw.plan, up + APART, up + APART + _RIM_SCREW_MM, ADDED)
    picture.label("screw-rim", screws[3].plan.x, screws[3].plan.y, up + APART + 10)
    right = wall.plan.x + wall.plan.half_x
    picture.label("faceplate and all on it", right, 60, up)
    picture.label("walls, four corners", right, 90, -wall.bottom + 10)
    picture.label("base with the carrier", right, 110, down - base.top)
    foot = solids_by_prefix(plate, "foot")[-1]
    picture.label("underneath: nuts, six feet", foot.plan.x, foot.plan.y, down - _FEET_BELOW_MM - foot.bottom)
    return picture


def _walls(picture: Picture, plate: Plate, wall: Solid) -> None:
    """Draw the walls in four corner pieces that meet at the seams; the far pieces first."""
    wall_width = plate.params.case.wall
    width, height = plate.width, plate.height
    x_ranges = ((0.0, plate.seam_x), (plate.seam_x, width))
    y_ranges = ((0.0, plate.seam_y), (plate.seam_y, height))
    boxes = [(left, 0.0, right, wall_width) for left, right in x_ranges]
    for top, bottom in y_ranges:
        boxes += [(0.0, top, wall_width, bottom), (width - wall_width, top, width, bottom)]
    boxes += [(left, height - wall_width, right, height) for left, right in x_ranges]
    for left, top, right, bottom in boxes:
        plan = Cut("", (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2, False)
        picture.prism(plan, -wall.bottom, -wall.top, ADDED)
