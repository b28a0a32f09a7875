"""Picture of the step that puts the voice board and the speaker on the base."""

from ..cutouts import Cut
from ..plate_geometry import Plate
from .oblique_projection import ADDED, BLACK, DATA, RED, Picture
from .parts import APART, draw_parts, solids_by_prefix

_NUT_MM = 2.4
_CABLE_MM = 1.2


def voice(plate: Plate) -> Picture:
    """Draw the voice board above the base, right of the carrier, and the speaker above its grille."""
    picture = Picture("Voice: on the base, right of the carrier", plate.height)
    params = plate.params
    base, carrier = solids_by_prefix(plate, "base")[0], solids_by_prefix(plate, "carrier")
    floor, half = -base.top, params.screws.hex / 2
    spacer_top = floor + params.carrier.spacer
    draw_parts(picture, [base, *(part for part in carrier if part.name == "carrier"), *solids_by_prefix(plate, "Pico")])
    for spot in plate.voice_screws():
        picture.prism(Cut("", spot.x, spot.y, half, half), floor, spacer_top, ADDED)
        picture.axis(spot.x, spot.y, spacer_top, floor + 2 * APART)
    board = next(part for part in solids_by_prefix(plate, "voice board") if part.name == "voice board")
    module = solids_by_prefix(plate, "sound module")[0]
    draw_parts(picture, [board, module], added=True, lift=APART)
    for spot in plate.voice_screws():
        picture.prism(Cut("", spot.x, spot.y, half, half), floor + 2 * APART, floor + 2 * APART + _NUT_MM, ADDED)
    _speaker(picture, plate, floor)
    _cables(picture, plate, APART - board.top)
    last = plate.voice_screws()[-1]
    picture.label("a nut on each screw", last.x, last.y, floor + 2 * APART)
    picture.label("sound module, card in its slot", module.plan.x, module.plan.y, APART - module.top)
    picture.label("voice board, a spacer under each corner", last.x, last.y, APART - board.top)
    picture.label("four screw-carrier from below", base.plan.x + 60, plate.height - 20, floor)
    return picture


def _speaker(picture: Picture, plate: Plate, floor: float) -> None:
    """Draw the ring on the base, and the speaker above it, its front down."""
    found = {part.name: part for part in solids_by_prefix(plate, "speaker")}
    ring, speaker, voice = found["speaker's ring"], found["speaker"], plate.params.voice
    draw_parts(picture, [ring], added=True)
    picture.marks(((spot.x, spot.y) for spot in plate.grille()), voice.grille[0] / 2, floor, BLACK)
    x, y = voice.speaker_at
    picture.axis(x, y, floor, floor + APART)
    draw_parts(picture, [speaker], added=True, lift=APART)
    picture.label("speaker-ring, glued around the grille", x, y + speaker.plan.half_y, floor)
    picture.label("speaker, its front down", x, y, APART - speaker.top)


def _cables(picture: Picture, plate: Plate, height: float) -> None:
    """Draw the cables from the carrier's J19 and J10 to the voice board, and from there to the speaker."""
    (left, top), width = plate.params.voice.at, plate.params.voice.width
    power, serial = plate.carrier_spot(95, 22), plate.carrier_spot(5, 15)
    low = height - APART
    picture.wire(RED, (*power, low), (left + 5, top + 12, height), thick=_CABLE_MM)
    picture.wire(DATA, (*serial, low), (left + 5, top + 26, height), thick=_CABLE_MM)
    x, y = plate.params.voice.speaker_at
    picture.wire(DATA, (left + width - 6, top + 25, height), (x, y, height), thick=_CABLE_MM)
    picture.label("J19 to J20: 5 V", *power, low)
    picture.label("J10 to J21: serial, busy", *serial, low)
