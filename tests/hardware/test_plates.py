"""The plates as a laser cutter would find them."""

from itertools import combinations, pairwise
from math import cos, hypot, pi

import pytest

from firmware.view.lights.hole_coordinates import position_mm
from host_tools.hardware import cutouts
from host_tools.hardware.plate_geometry import Plate
from tests.hardware.dxf_reader import PEG, SCREW, THROUGH, Read, to_segment

NAMES = {2: "two", 3: "three", 4: "four"}
TRACKS = tuple(NAMES)
LEAST_WEB = 2.0


@pytest.fixture(scope="module")
def faceplates(made):
    return {t: Read(made(NAMES[t], "cut_files") / "faceplate.dxf") for t in TRACKS}


@pytest.mark.deep
@pytest.mark.parametrize("name", ["two+large-display", "two+cell", "three+voice", "four+street"])
def test_every_dxf_is_sound_and_in_millimetres(made, name):
    paths = sorted(made(name, "cut_files").glob("*.dxf"))
    assert len(paths) >= 8
    for path in paths:
        document = Read(path).document
        assert not document.audit().errors, path
        assert document.units == 4, path
        assert {e.dxf.layer for e in document.modelspace()} <= {"CUT", "DRILL", "ENGRAVE", "STRIP", "NOTE"}


@pytest.mark.parametrize("tracks", TRACKS)
def test_a_hole_for_each_of_the_layout_s(faceplates, tracks):
    read = faceplates[tracks]
    holes = {(round(c.x, 2), round(c.y, 2)) for c in read.drilled(PEG)}
    assert len(read.drilled(PEG)) == len(holes) == 121 * tracks
    left, top = min(x for x, _ in holes) + 1000 / 144, min(y for _, y in holes)
    for track in range(tracks):
        for hole in range(1, 122):
            x, y = position_mm(track, tracks, hole)
            assert any(hypot(left + x - hx, top + y - hy) < 0.02 for hx, hy in holes)


@pytest.mark.parametrize("tracks", TRACKS)
def test_webs_hold(faceplates, tracks):
    """Between holes, and between holes and cuts or the edge."""
    read = faceplates[tracks]
    drilled = [c for c in read.circles if c.layer == "DRILL"]
    least = min(hypot(a.x - b.x, a.y - b.y) - a.r - b.r for a, b in combinations(drilled, 2))
    assert least == pytest.approx(1000 / 144 - 2 * PEG, abs=0.01)
    assert least > LEAST_WEB
    for circle in drilled:
        edge = min(circle.x, circle.y, read.width - circle.x, read.height - circle.y) - circle.r
        cuts = [to_segment(circle.x, circle.y, a, b) for _, p in read.closed for a, b in pairwise([*p, p[0]])]
        assert min(edge, *(d - circle.r for d in cuts)) > LEAST_WEB


@pytest.mark.parametrize("tracks", TRACKS)
def test_plate_fits_its_bed(faceplates, tracks, parameters):
    read = faceplates[tracks]
    assert read.width < parameters.plate.bed[0]
    assert read.height < parameters.plate.bed[1]
    assert (read.left, read.bottom) == pytest.approx((0, 0), abs=1e-6)


@pytest.mark.parametrize("tracks", TRACKS)
def test_a_cut_out_for_every_key_with_room_for_caps(faceplates, tracks):
    middles = []
    for layer, points in faceplates[tracks].closed:
        assert layer == "CUT"
        xs, ys = zip(*points, strict=True)
        assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx((14, 14), abs=0.01)
        middles.append(((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2))
    assert len(middles) == 4 * tracks + 2
    assert min(max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in combinations(middles, 2)) > 18.5
    for screw in faceplates[tracks].drilled(SCREW):
        assert all(max(abs(screw.x - x), abs(screw.y - y)) > 9.1 + 3 for x, y in middles)


def test_each_team_of_two_has_its_keys_on_its_own_long_side(parameters):
    """Typed: who sits there has +1 on the left, BACK on the right, and the team's keys left of the middle."""
    spots = {spot.name: spot for spot in Plate(parameters, 4).key_spots()}
    middle = 140.0
    order = ["+1", "+2", "+5", "BACK"]
    for team, near, left in (("A", True, True), ("B", False, False), ("C", True, False), ("D", False, True)):
        keys = [spots[f"{team} {face}"] for face in order]
        edge = {spot.y for spot in keys}
        assert edge == ({294.0 - 16} if near else {16.0})
        xs = [spot.x for spot in keys]
        assert xs == sorted(xs, reverse=not near)
        assert all((x < middle) == left for x in xs)
    assert {spots[name].y for name in ("OK", "MENU")} == {294.0 - 16}


@pytest.mark.parametrize("tracks", TRACKS)
def test_lettering_runs_into_nothing(faceplates, tracks):
    read = faceplates[tracks]
    drilled = [c for c in read.circles if c.layer == "DRILL"]
    lines = [points for layer, points in read.open if layer == "ENGRAVE"]
    assert len(lines) > 100
    for points in lines:
        for (x0, y0), (x1, y1) in pairwise(points):
            near = [c for c in drilled if min(abs(c.x - x0), abs(c.x - x1)) < 15 and abs(c.y - y0) < 8]
            for c in near:
                room = 3.0 if abs(c.r - SCREW) < 0.01 else c.r + 0.5
                assert to_segment(c.x, c.y, (x0, y0), (x1, y1)) > room


@pytest.mark.parametrize("tracks", TRACKS)
def test_skunk_lines_lie_between_the_streets_they_part(faceplates, tracks):
    """S between holes 90 and 91 on the right, SS between 60 and 61 on the left."""
    read = faceplates[tracks]
    flat = [p for layer, p in read.open if layer == "ENGRAVE" and len(p) == 2 and abs(p[0][0] - p[1][0]) > 15]
    assert len(flat) == 2
    top, left = min(c.y for c in read.drilled(PEG)), min(c.x for c in read.drilled(PEG)) + 1000 / 144
    for (x0, y), (x1, _) in flat:
        hole = 60 if x0 < read.width / 2 else 90
        above, below = position_mm(tracks - 1, tracks, hole), position_mm(0, tracks, hole + 1)
        assert above[1] < y - top < below[1]
        assert min(x0, x1) < left + above[0] < max(x0, x1)


@pytest.mark.parametrize(("tracks", "count"), [(2, 2), (3, 2), (4, 4)])
def test_pieces_make_up_the_plate_and_fit_small_beds(made, faceplates, tracks, count):
    reads = [Read(path) for path in sorted(made(NAMES[tracks], "cut_files").glob(f"faceplate-part-*-of-{count}.dxf"))]
    assert len(reads) == count
    assert all(max(read.width, read.height) < 256 for read in reads)
    whole = faceplates[tracks]
    assert sum(r.width * r.height for r in reads) == pytest.approx(whole.width * whole.height, rel=1e-4)
    for kind in ("circles", "closed", "open"):
        assert sum(len(getattr(r, kind)) for r in reads) == len(getattr(whole, kind)), kind
    for read in reads:
        for c in read.circles:
            assert min(c.x, c.y, read.width - c.x, read.height - c.y) - c.r > LEAST_WEB


@pytest.mark.parametrize("tracks", TRACKS)
def test_plates_behind_meet_the_faceplate_s_screws(made, faceplates, parameters, tracks):
    face = faceplates[tracks]
    cut = made(NAMES[tracks], "cut_files")
    base, strips, baffle, diffuser = (
        Read(cut / f"{name}.dxf") for name in ("base", "strip-plate", "baffle_x3", "diffuser")
    )
    screws = {(round(c.x, 2), round(c.y, 2)) for c in face.drilled(SCREW)}
    under = {(round(c.x, 2), round(c.y, 2)) for c in base.drilled(SCREW)}
    carrier = {(round(s.x, 2), round(s.y, 2)) for s in Plate(parameters, tracks).carrier_screws()}
    assert carrier <= under
    rim = under - carrier
    assert (base.width, base.height) == pytest.approx((face.width, face.height))
    assert len(rim) == 12
    assert rim <= screws
    inner = sorted(screws - rim)
    for plate, radius in ((strips, SCREW), (baffle, THROUGH), (diffuser, THROUGH)):
        drilled = sorted((round(c.x, 2), round(c.y, 2)) for c in plate.drilled(radius))
        dx, dy = drilled[0][0] - inner[0][0], drilled[0][1] - inner[0][1]
        moved = [(round(x + dx, 1), round(y + dy, 1)) for x, y in inner]
        assert [(round(x, 1), round(y, 1)) for x, y in drilled] == moved
    assert len(baffle.drilled(2.7)) == 121 * tracks
    streets = cutouts.cuts(Plate(parameters, tracks), "street-plate")
    assert sorted((round(c.x, 2), round(c.y, 2)) for c in streets if c.half_x == SCREW) == inner


@pytest.mark.parametrize("tracks", TRACKS)
def test_a_standoff_passes_through_what_lies_between_faceplate_and_strip_plate(made, tracks):
    """5.5 mm across flats is 6.35 over the corners; nothing has to be drilled by hand."""
    for name in ("baffle_x3", "diffuser"):
        read = Read(made(NAMES[tracks], "cut_files") / f"{name}.dxf")
        holes = [c for c in read.circles if c.layer == "DRILL" and c.r > 3]
        assert len(holes) == 4
        assert all(2 * c.r >= 5.5 / cos(pi / 6) + 0.4 for c in holes)


@pytest.mark.parametrize("tracks", TRACKS)
def test_posts_keep_clear_of_the_strip_plate(parameters, tracks):
    plate = Plate(parameters, tracks)
    left, top, right, bottom = plate.strip_plate()
    for spot in plate.screws():
        if spot.name == "rim":
            outside = max(left - spot.x, spot.x - right, top - spot.y, spot.y - bottom)
            assert outside - parameters.screws.post >= 2 * parameters.plate.tolerance


@pytest.mark.parametrize("tracks", TRACKS)
def test_baffle_cells_are_around_the_holes(made, faceplates, tracks):
    face, baffle = faceplates[tracks], Read(made(NAMES[tracks], "cut_files") / "baffle_x3.dxf")
    cells = sorted((c.y, c.x) for c in baffle.drilled(2.7))
    holes = sorted((c.y, c.x) for c in face.drilled(PEG))
    dy, dx = cells[0][0] - holes[0][0], cells[0][1] - holes[0][1]
    assert all(hypot(cy - hy - dy, cx - hx - dx) < 0.01 for (cy, cx), (hy, hx) in zip(cells, holes, strict=True))
