"""Makes the picture that messengers and forums show with a link to the page: a board late in a close game.

    python -m host_tools.sim.card_picture

Needs the extra `hardware`.
"""

from PIL import Image

from firmware.view.lights.hole_led_map import HoleLedMap
from host_tools.sim import board_picture
from host_tools.sim.page_files import CARD, CARD_SIZE
from host_tools.sim.scenario_runtimes import CPythonRuntime

_BOARD_PX = 1160
_TABLE = (216, 199, 166)
_GAME = """preset acc
A+5 A+5 A+5 A+5 A+2 A+2 OK B+5 B+5 B+5 B+5 B+2 OK A+5 A+5 A+5 A+5 OK B+5 B+5 B+5 B+5 B+2 B+2 OK
A+5 A+5 A+5 A+1 OK B+5 B+5 B+5 B+2 OK A+5 A+5 A+2 OK B+5 B+5 B+5 B+5 OK A+5 A+5 OK B+5 B+2 OK
A+5 A+5 A+2
"""


def draw() -> Image.Image:
    """Return the picture."""
    frame = CPythonRuntime().play(_GAME, film=True).film[-1]
    scale = board_picture.scale_for(len(frame.tracks), _BOARD_PX)
    board = board_picture.draw(frame.tracks, HoleLedMap(), len(frame.tracks), scale)
    card = Image.new("RGB", CARD_SIZE, _TABLE)
    card.paste(board, ((CARD_SIZE[0] - board.width) // 2, (CARD_SIZE[1] - board.height) // 2))
    return card


def main() -> None:
    """Write the picture."""
    draw().quantize(256).save(CARD, optimize=True)
    print(f"Wrote {CARD}")


if __name__ == "__main__":
    main()
