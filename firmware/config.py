"""Pins, timings and budgets of the board: constants, and the one place where they stand.

Units are in the names: `_MS` milliseconds, `_US` microseconds, `_MA` milliamperes. Pins are HARDWARE.md's
table.
"""

VERSION = "0.1.0"
"""The firmware's, which is the project's."""

TEAMS = "ABCD"
KEYS_PER_TEAM = 4
SCORE_KEYS = (1, 2, 5)
"""What a team's first three keys add; its fourth is BACK."""
KEY_OK = 16
KEY_MENU = 17
KEY_COUNT = 18
"""Key k of team t has the number 4*t + k; OK and MENU follow the four teams' keys."""

DEBOUNCE_MS = 10
HOLD_MS = 1000
MENU_HOLD_MS = 2000
UNDO_MS = 5000
STATUS_MS = 3000
MENU_IDLE_MS = 60000
"""Setup and judge close by themselves, without effect, after this long without a key."""
STANDBY_MS = 600000
BRIGHTNESS_LEVELS = 5
PIN_TRIES = 3
PIN_LOCK_MS = 30000

WARNED_AMOUNTS = (19, 25, 26, 27)
"""No hand, crib or card played scores these (RULES.md section 2)."""

PIN_LED_RAIL = 2
PIN_BUZZER = 3
PINS_LED_DATA = (6, 7, 8, 9)
PINS_KEYS = (10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 26, 27, 28, 0, 1, 18, 19)
"""In key-number order."""

BUZZER_HZ = (2400, 220, 1200)
BUZZER_MS = (4, 90, 350)
"""Tones of a click, a refusal and a game's end: how high, and for how long."""

LED_FULL_MA = 60
"""One LED at full white; the power estimate is the sum of R+G+B times this, over 765."""
LED_DARK_MA = 1
"""WS2812B's. Where LEDs take less dark it is an upper bound, and light is given away: SK6812 take 0.23."""
CONTROLLER_MA = 100
PORT_MA = (500, 1500, 1500)
"""What the supply gives boards of 2, 3 and 4 tracks: more than two strips need USB-C."""

BEAT_MS = 160
BEATS = 6
"""Lights that move have six beats to a turn: about one pulse, or two flashes, a second."""
FRAME_MS = 40
"""Between key presses the lights are looked at this often."""
REFUSED_MS = 320
"""For how long a refusal is seen."""

TRACKS = 2
TRACK_LEDS = 141
"""LEDs of a track's chain: 141 of strip, 121 on a circuit board."""
LED_US = 30
"""One LED's twenty-four bits on the wire; each that is a one takes 0.1 more on a Pico."""
REVERSED = False
"""Whether data enters a track's chain at the game hole."""
RAIL_MS = 200
"""From switching the LED rail on until the strips have their five volts and hear."""
RAIL_LEAST_MV = 4400
"""Below it colours go wrong, or nothing is lit: `least_rail` of hardware/params.toml."""
