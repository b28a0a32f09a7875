"""Pictures of frames: every light where its hole is, as bright as it looks, at the time it was shown."""

from itertools import product

import pytest
from PIL import Image

from firmware.view.lights.hole_coordinates import PITCH_MM, position_mm
from firmware.view.lights.hole_led_map import HOLES, HoleLedMap
from host_tools.sim import board_picture, frame_images
from host_tools.sim.scenario_runtimes import Frame
from tests.scenario.conftest import cribboard

LED_MAP = HoleLedMap()
DARK = bytes(3 * LED_MAP.leds)


def lit(hole: int, grb: tuple[int, int, int]) -> bytes:
    frame = bytearray(DARK)
    offset = 3 * LED_MAP.led_of[hole]
    frame[offset : offset + 3] = bytes(grb)
    return bytes(frame)


def board(frames: list[bytes], scale: float = 4.0) -> Image.Image:
    return board_picture.draw(frames, LED_MAP, len(frames), scale)


def at(track: int, tracks: int, hole: int, scale: float = 4.0) -> tuple[int, int]:
    x, y = position_mm(track, tracks, hole)
    return round((x + PITCH_MM + board_picture.MARGIN_MM) * scale), round((y + board_picture.MARGIN_MM) * scale)


@pytest.mark.parametrize("tracks", [2, 3, 4])
@pytest.mark.parametrize("hole", [1, 30, 31, 60, 61, 90, 91, 120, HOLES])
def test_light_is_where_its_hole_is(tracks, hole):
    frames = [DARK] * (tracks - 1) + [lit(hole, (0, 120, 0))]
    x, y = at(tracks - 1, tracks, hole)
    assert board([DARK] * tracks).getpixel((x, y))[0] < 60
    assert board(frames).getpixel((x, y))[0] > 200


def test_only_the_neighbourhood_of_a_light_changes():
    unlit, shown = board([DARK, DARK]), board([lit(37, (90, 90, 90)), DARK])
    for hole in range(1, HOLES + 1):
        same = unlit.getpixel(at(0, 2, hole)) == shown.getpixel(at(0, 2, hole))
        assert same == (abs(hole - 37) > 1)
        assert unlit.getpixel(at(1, 2, hole)) == shown.getpixel(at(1, 2, hole))


def test_more_drive_looks_brighter_and_little_is_still_seen():
    point = at(0, 2, 10)
    looks = [board([lit(10, (0, drive, 0)), DARK]).getpixel(point)[0] for drive in (1, 5, 20, 60, 120)]
    assert looks == sorted(set(looks))
    assert looks[0] > board([DARK, DARK]).getpixel(point)[0] + 20


def test_colours_are_those_of_the_wire():
    green, red, blue = (board([lit(10, grb), DARK]).getpixel(at(0, 2, 10)) for grb in ((9, 0, 0), (0, 9, 0), (0, 0, 9)))
    assert (green.index(max(green)), red.index(max(red)), blue.index(max(blue))) == (1, 0, 2)


def test_pictures_are_the_same_every_time():
    frames = [lit(5, (30, 20, 10)), DARK]
    assert board(frames).tobytes() == board(frames).tobytes()


def test_frame_of_the_wrong_length_is_refused():
    with pytest.raises(ValueError, match="track B: 3 bytes for 141 LEDs, not 423"):
        board([DARK, b"abc"])


@pytest.mark.deep
def test_frames_are_written_with_number_and_board_time(written, tmp_path):
    done = cribboard("scenario", written("A+5", "wait 1000"), "--frames", tmp_path / "out")
    assert done.exit_code == 0
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names[0] == "game-0001-000000ms.png"
    assert [int(name[5:9]) for name in names] == list(range(1, len(names) + 1))
    times = [int(name[10:16]) for name in names]
    assert times == sorted(times)
    assert times[-1] <= 1080
    assert Image.open(tmp_path / "out" / names[0]).width == 1200


def test_animation_runs_in_board_time(written, tmp_path):
    path = tmp_path / "game.gif"
    assert cribboard("scenario", written("A+5", "wait 1000"), "--gif", path).exit_code == 0
    with Image.open(path) as shown:
        times = []
        for number in range(shown.n_frames):
            shown.seek(number)
            times.append(shown.info["duration"])
    assert min(times) >= 40
    assert sum(times) == 1080 + 2000


def test_animation_keeps_the_lights_colours(written, tmp_path):
    path = tmp_path / "game.gif"
    cribboard("scenario", written("A+5 OK", "B+5 OK"), "--gif", path)
    with Image.open(path) as shown:
        shown.seek(shown.n_frames - 1)
        last = shown.convert("RGB")
    scale = board_picture.scale_for(2, frame_images.GIF_WIDTH_PX)
    amber, blue = (last.getpixel(at(track, 2, 5, scale)) for track in (0, 1))
    assert amber[0] > 200 > amber[2]
    assert blue[2] > 180 > blue[0]


def test_quick_frames_are_merged_into_the_last_of_them():
    merged = frame_images.merge_frames([Frame(ms, [bytes([ms])]) for ms in (0, 10, 30, 40, 95, 119, 200)])
    assert [(shown.ms, shown.tracks[0][0]) for shown in merged] == [(0, 30), (40, 40), (80, 119), (200, 200)]


def test_animation_of_two_files_is_refused(written, tmp_path):
    done = cribboard("scenario", written("A+1"), written("A+1", name="b.txt"), "--gif", tmp_path / "game.gif")
    assert done.exit_code == 2
    assert "one scenario" in done.stderr


def test_folder_that_cannot_be_made_is_told(written, tmp_path):
    (tmp_path / "taken").write_text("")
    done = cribboard("scenario", written("A+1"), "--frames", tmp_path / "taken")
    assert done.exit_code == 1
    assert done.stderr == f"{tmp_path / 'taken'}: File exists\n"


def test_displays_stand_below_the_board_dot_by_dot():
    dots = bytearray(1024)
    dots[128 * 3 + 5] = 1 << 2  # column 5, row 26
    shown = board_picture.add_displays(board([DARK, DARK]), [bytes(1024), bytes(dots)])
    below = product(range(shown.width), range(board([DARK, DARK]).height, shown.height))
    bright = [point for point in below if shown.getpixel(point) == board_picture.DISPLAY_DOT]
    xs, ys = sorted({x for x, _ in bright}), sorted({y for _, y in bright})
    factor = len(xs)
    assert len(bright) == factor * len(ys) == factor * factor >= 4
    assert xs[0] > shown.width // 2


def test_frames_have_the_displays_of_a_scenario(written, tmp_path):
    done = cribboard("scenario", written("A+5 OK", "displays 2", "B+5 OK"), "--frames", str(tmp_path / "out"))
    assert done.exit_code == 0
    sizes = {Image.open(path).size for path in (tmp_path / "out").iterdir()}
    assert len(sizes) == 1
    assert sizes.pop()[1] > board([DARK, DARK], board_picture.scale_for(2)).height
