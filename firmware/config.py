"""Constants of the board: pins, timings and budgets.

Units are in the names: `_MS` milliseconds, `_US` microseconds, `_MA` milliamperes. hardware/ASSEMBLY.md
says what a builder wires to each pin.
"""

from .interpreter import const

FIRMWARE_VERSION = "0.1.0"
"""The firmware's, which is the project's."""

TEAMS = "ABCD"
KEYS_PER_TEAM = const(4)
SCORE_KEYS = (1, 2, 5)
"""What a team's first three keys add."""
BACK = const(3)
"""Number of the BACK key within a team's four."""
KEY_OK = const(16)
KEY_MENU = const(17)
KEY_COUNT = const(18)
"""Key k of team t has the number 4*t + k; OK and MENU follow the four teams' keys."""

DEBOUNCE_MS = const(10)
HOLD_MS = const(1000)
MENU_HOLD_MS = const(2000)
UNDO_MS = const(5000)
STATUS_MS = const(3000)
MENU_IDLE_MS = const(60000)
"""Setup and judge close by themselves, without effect, after this long without a key."""
STANDBY_MS = const(600000)
BRIGHTNESS_LEVELS = const(5)
PIN_TRIES = const(3)
PIN_LOCK_MS = const(30000)

PIN_LED_RAIL = const(2)
PIN_BUZZER = const(3)
PIN_I2C_SDA = const(4)
PIN_I2C_SCL = const(5)
PINS_LED_DATA = (6, 7, 8, 9)
PINS_KEYS = (10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 26, 27, 28, 0, 1, 18, 19)
"""In key-number order."""

I2C_HZ = const(400000)
PORT_EXPANDER = const(0x20)
"""Address of the expander on the carrier that reads what the USB-C port offers."""
I2C_TIMEOUT_US = const(4000)
"""A transfer that takes longer is given up: the clock is held low, or nothing pulls it up."""

BUZZER_HZ = (2400, 220, 1200)
BUZZER_MS = (4, 90, 350)
"""Tones of a click, a refusal and a game's end: how high, and for how long."""

LED_FULL_MA = const(60)
"""One LED at full white; the power estimate is the sum of R+G+B times this, over 765."""
LED_DARK_MA = const(1)
"""WS2812B's. Where LEDs take less dark it is an upper bound, and light is given away: SK6812 take 0.23."""
CONTROLLER_MA = const(100)
PORT_MA = (500, 1500, 1500)
"""What the supply gives boards of 2, 3 and 4 tracks where nothing reads it: more than two strips need USB-C."""
DISPLAY_MA = const(30)
"""A small display, every pixel lit. A large one takes up to 200: its build is one whose port has that to spare."""
PORT_MOST_MA = const(1500)
"""What is taken of a port that offers more: the carrier's load switch gives the strips no more than that allows."""

BEAT_MS = const(160)
BEATS = const(6)
"""Lights that move have six beats to a turn: about one pulse, or two flashes, a second."""
FRAME_MS = const(40)
"""Between key presses the lights are looked at this often."""
WHOLE_MS = const(1000)
"""While no key moves, a whole frame is sent this often: a chain that misheard one shows the right light again."""
REFUSED_MS = const(320)
"""For how long a refusal is seen."""

TRACKS = const(2)
TRACK_LEDS = const(141)
"""LEDs of a track's chain: 141 of strip, 121 on a circuit board."""
LED_US = const(30)
"""One LED's twenty-four bits on the wire; each that is a one takes 0.1 more on a Pico."""
REVERSED = False
"""Whether data enters a track's chain at the game hole."""
RAIL_MS = const(700)
"""From switching the LED rail on until the strips have their five volts and hear, on boards that cannot measure it."""
RAIL_LEAST_MV = const(4400)
"""Below it colours go wrong, or nothing is lit: `least_rail` of hardware/params.toml."""
