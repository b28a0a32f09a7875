"""Renders a scenario's frames as images: one PNG each, or one GIF that runs in board time."""

from pathlib import Path

from PIL import Image

from firmware.view.lights.hole_led_map import HoleLedMap
from host_tools.sim import board_picture
from host_tools.sim.scenario_runtimes import Frame

GIF_WIDTH_PX = 800
_SHORTEST_MS = 40
"""25 pictures a second: frames that follow faster are merged into the last of them."""
_LAST_MS = 2000
_DISPLAY_SWATCH_PX = 20
_WOOD_REDUCTION = 5
"""The board in the palette's sample is reduced by this factor, so that the lights' colours weigh more."""


def write_pngs(film: list[Frame], folder: Path, name: str) -> None:
    """Write each frame as NAME-NUMBER-MSms.png, in board time. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for frame_number, frame in enumerate(film, 1):
        _draw_frame(frame, board_picture.WIDTH_PX).save(folder / f"{name}-{frame_number:04}-{frame.ms:06}ms.png")


def write_gif(film: list[Frame], end_ms: int, path: Path) -> None:
    """Write an animation in board time that repeats; its last picture stays two seconds longer. Raises OSError."""
    merged = merge_frames(film)
    ends = [frame.ms for frame in merged[1:]] + [end_ms + _LAST_MS]
    colours = _palette(merged)
    pictures = [_draw_frame(frame).quantize(palette=colours, dither=Image.Dither.NONE) for frame in merged]
    times = [max(_SHORTEST_MS, end - frame.ms) for frame, end in zip(merged, ends, strict=True)]
    pictures[0].save(path, format="GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0)


def merge_frames(film: list[Frame]) -> list[Frame]:
    """Return the frames that an animation shows: the last one of each 40 ms slot."""
    slots = {frame.ms // _SHORTEST_MS: frame for frame in film}
    return [Frame(slot * _SHORTEST_MS, frame.tracks, frame.displays) for slot, frame in slots.items()]


def _palette(film: list[Frame]) -> Image.Image:
    """Compute a palette of 256 colours for all frames, from a sample: the first frame, and a swatch of each light."""
    tracks = len(film[0].tracks)
    scale = board_picture.scale_for(tracks, GIF_WIDTH_PX)
    lights = {track[i : i + 3] for frame in film for track in frame.tracks for i in range(0, len(track), 3)}
    dots = Image.new("RGB", (_DISPLAY_SWATCH_PX, _DISPLAY_SWATCH_PX), board_picture.DISPLAY_DOT)
    swatches = [dots] * bool(film[0].displays) + [
        board_picture.draw_swatch(grb, tracks, scale) for grb in sorted(lights)
    ]
    board = _draw_frame(film[0]).reduce(_WOOD_REDUCTION)
    side = swatches[0].width
    sample = Image.new("RGB", (max(board.width, side * len(swatches)), board.height + side))
    sample.paste(board, (0, 0))
    for index, swatch in enumerate(swatches):
        sample.paste(swatch, (index * side, board.height))
    return sample.quantize(256)


def _draw_frame(frame: Frame, width_px: int = GIF_WIDTH_PX) -> Image.Image:
    tracks = len(frame.tracks)
    board = board_picture.draw(frame.tracks, HoleLedMap(), tracks, board_picture.scale_for(tracks, width_px))
    return board_picture.add_displays(board, frame.displays) if frame.displays else board
