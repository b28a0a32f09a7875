"""Constants of the board: pins, timings and budgets.

Units are in the names: `_MS` milliseconds, `_US` microseconds, `_MA` milliamperes. hardware/ASSEMBLY.md
says what a builder wires to each pin.
"""

from .interpreter import const

FIRMWARE_VERSION = "0.1.0"
"""Version of the firmware and of the project."""

TEAMS = "ABCD"
KEYS_PER_TEAM = const(4)
SCORE_KEYS = (1, 2, 5)
"""Holes that a team's first three keys add."""
BACK = const(3)
"""Number of the BACK key within a team's four."""
KEY_OK = const(16)
KEY_MENU = const(17)
KEY_COUNT = const(18)
"""Key k of team t has the number 4*t + k; OK and MENU follow the four teams' keys."""

DEBOUNCE_MS = const(27)
"""Contacts bounce for up to 25 ms, and are sampled each millisecond; no finger lets go of a key for so short. Where a
board's keys bounce otherwise, hardware.json says so.
"""
HOLD_MS = const(1000)
MENU_HOLD_MS = const(2000)
UNDO_MS = const(5000)
WON_MS = const(1500)
"""Where nobody signs, OK has no effect for so long after the end of a game: a second press is no wish for the next."""
STATUS_MS = const(3000)
MENU_IDLE_MS = const(60000)
"""Setup and the judge's menu close without effect after this long without a key."""
STANDBY_MS = const(600000)
BRIGHTNESS_LEVELS = const(5)
SPOKEN = ("all", "pegs", "asked")
"""How much the voice says."""
LOUDEST = const(10)
"""The highest volume of the voice; 0 is mute."""
PIN_TRIES = const(3)
PIN_LOCK_MS = const(30000)
LONGEST_LINE = const(480)
"""Bytes of a host's request, without the line end."""

PIN_LED_RAIL = const(2)
PIN_BUZZER = const(3)
PIN_I2C_SDA = const(4)
PIN_I2C_SCL = const(5)
PIN_VOICE_TX = const(0)
PIN_VOICE_RX = const(1)
PIN_VOICE_BUSY = const(28)
"""A sound module's: with up to three tracks these are no keys."""
VOICE_TRACKS = const(3)
"""The most tracks of a board with a sound module."""
PIN_BATTERY = const(28)
"""Half the voltage of a charger module's cell, where one is connected; a sound module's busy line then has no pin."""
BATTERY_TRACKS = const(3)
"""The most tracks of a board that measures a cell: the fourth team's keys take the pin."""
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
"""A dark WS2812B. For LEDs that take less, such as SK6812 (0.23), it is an upper bound and costs some light."""
CONTROLLER_MA = const(100)
PORT_MA = (500, 1500, 1500)
"""Supply of boards of 2, 3 and 4 tracks if nothing senses it: more than two strips need USB-C."""
DISPLAY_MA = const(30)
"""A small display, every pixel lit. A large one takes up to 200: its build is one whose port has that to spare."""
VOICE_MA = const(150)
"""A sound module that speaks at middle volume: 25 mA by itself, the rest its amplifier's."""
PORT_MOST_MA = const(1500)
"""The most that is used of a port: the carrier's load switch limits the strips to that."""

BATTERY_LOW_MV = const(3500)
"""Below it a lithium cell is low: an hour of play is left in one of 3.5 Ah or more (hardware/DESIGN.md, *Low*)."""
BATTERY_LAST_MV = const(3350)
"""Below it the lights become as dim as they can be."""
BATTERY_RISE_MV = const(100)
"""A cell has to rise this far above a limit before it is out of it again: its voltage recovers when less is taken."""
KEEP_ALIVE_S = (5, 120)
"""Least and most seconds between two pulses that keep a power bank on in standby."""
KEEP_ALIVE_MS = const(1500)
"""How long a pulse is: the LED rail is on, and after up to RAIL_MS every LED glows at its least."""

BEAT_MS = const(160)
BEATS = const(6)
"""Lights that move have six beats to a turn: about one pulse, or two flashes, a second."""
FRAME_MS = const(40)
"""Between key presses the lights are checked for changes this often."""
WHOLE_MS = const(1000)
"""While no key moves, a whole frame is sent this often: it corrects a chain after a transfer error."""
REFUSED_MS = const(320)
"""How long a refusal is shown."""

TRACKS = const(2)
STRIP_LEDS = const(141)
BOARD_LEDS = const(121)
TRACK_LEDS = STRIP_LEDS
"""LEDs of a track's chain: of strip, on a circuit board; and of a board whose hardware.json says nothing."""
LED_US = const(30)
"""One LED's twenty-four bits on the wire; each that is a one takes 0.1 more on a Pico."""
REVERSED = False
"""Whether data enters a track's chain at the game hole."""
RAIL_MS = const(700)
"""From switching the LED rail on until the strips have 5 V and accept data, on boards that cannot measure it."""
RAIL_LEAST_MV = const(4400)
"""Below it colours go wrong, or nothing is lit: `least_rail` of hardware/params.toml."""
