"""Constants of every board: timings and budgets. What differs by the kind of board stands in `boards`.

Units are in the names: `_MS` milliseconds, `_US` microseconds, `_MA` milliamperes.
"""

from .interpreter import const

FIRMWARE_VERSION = "1.0.0"
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

I2C_HZ = const(400000)
I2C_TIMEOUT_US = const(4000)
"""A transfer that takes longer is given up: the clock is held low, or nothing pulls it up."""

BUZZER_HZ = const(4000)
"""The piezo is made for this pitch, and hardly heard at others: sounds are told apart by their rhythm."""
BUZZER_MS = ((4,), (40, 50, 40, 50, 40), (140, 70, 140, 70, 360))
"""A click, a refusal and a game's end: bursts, and the pauses between them."""

LED_FULL_MA = const(60)
"""One LED at full white; the power estimate is the sum of R+G+B times this, over 765."""
CONTROLLER_MA = const(100)
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
"""How long a pulse is: the LED rail is on, and after up to `rail_ms` every LED glows at its least."""

BEAT_MS = const(160)
BEATS = const(6)
"""Lights that move have six beats to a turn: about one pulse, or two flashes, a second."""
FRAME_MS = const(40)
"""Between key presses the lights are checked for changes this often."""
WHOLE_MS = const(1000)
"""While no key moves, a whole frame is sent this often: it corrects a chain after a transfer error."""
REFUSED_MS = const(320)
"""How long a refusal is shown."""

STRIP_LEDS = const(141)
BOARD_LEDS = const(121)
"""LEDs of a track's chain: of strip, on a circuit board."""
RAIL_LEAST_MV = const(4400)
"""Below it colours go wrong, or nothing is lit: `least_rail` of hardware/params.toml."""
