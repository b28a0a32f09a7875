"""What the USB-C port offers, read at start from the expander on the bus, on real MicroPython."""

from firmware.boards.carrier import BOARD
from firmware.config import I2C_TIMEOUT_US

EXPANDER = """
class Expander:
    def __init__(self, inputs):
        self.inputs = inputs
    def write(self, data):
        raise AssertionError("nothing is ever written to it")
    def read(self, length):
        return bytes([self.inputs] * length)
"""


OFFERS = {0b11111111: 500, 0b11111110: 1500, 0b11111100: 3000, 0b11111011: 500, 0b11111101: 0}
"""What the port offers, by the expander's inputs.

Input 0 is low above 1.5 A, input 1 above 3 A, never alone; input 2, the load switch's fault, says nothing of the port.
"""


def told(board):
    """What a board that begins says of its port: what it offers, what is taken, notes."""
    status = board.status(1000)
    return status["offered_ma"], status["hardware"]["port_ma"], status["notes"]


def test_each_word_of_the_comparators(board):
    board.run(f"from firmware.hal.{'rp2' if board.platform == 'rp2' else 'generic'} import UsbCSupply")
    board.run(f"{EXPANDER}offered = [UsbCSupply().offered_ma]\n"
              f"for inputs in {list(OFFERS)}:\n"
              f"    world.bus[{BOARD['expander']}] = Expander(inputs)\n"
              "    offered.append(UsbCSupply().offered_ma)")  # fmt: skip
    assert board.value("offered") == [0, *OFFERS.values()], "0: nobody on the bus"


def test_no_more_is_taken_than_is_of_use_or_set(board):
    board.run(f"{EXPANDER}world.bus[{BOARD['expander']}] = Expander(0b11111100)")
    assert told(board) == (3000, 1500, [])
    board.hardware(port_ma=900)
    assert told(board) == (3000, 900, [])


def test_tracks_decide_where_nobody_answers(board):
    board.hardware(tracks=4)
    assert told(board) == (0, 1500, [])


def test_load_switch_that_limits_the_leds_is_noted(board):
    """Input 2 is low: a wire touches, or there are too many LEDs. It goes on being said when that ends.

    For 50 ms at start the switch limits what flows into the strips' capacitors, and says so: that is no fault.
    """
    board.run(EXPANDER + f"expander = world.bus[{BOARD['expander']}] = Expander(0b11111010)")
    board.run("world.at(300, lambda: setattr(expander, 'inputs', 0b11111110))")
    board.send(5500, id=1, do="status")
    board.run("world.at(6000, lambda: setattr(expander, 'inputs', 0b11111010))")
    board.run("world.at(12000, lambda: setattr(expander, 'inputs', 0b11111110))")
    assert board.status(14_000)["notes"] == ["LED supply: it was cut, too much current"]
    assert next(line for line in board.told() if line["id"] == 1)["notes"] == []


def test_clock_held_low_costs_one_timeout_and_nothing_else(board):
    """Once at start, 5 ms at most: first light comes that much later, no more."""
    board.power_on(1000)
    free = board.frames()[0][0]
    board.run("world.frames = []; world.clock_held = True")
    assert told(board) == (0, 500, [])
    assert I2C_TIMEOUT_US <= 5000
    assert board.frames()[0][0] <= free + 6
