"""The virtual board's API for a page that runs MicroPython: takes time and key levels, returns light and state.

One board lives here, on whatever interpreter this is. Only texts and whole numbers go in and out.
"""

import json
import os
from binascii import hexlify

from firmware.board import Board
from firmware.board_operations import configure, current_ma
from firmware.config import BUZZER_HZ, BUZZER_MS, STANDBY_MS, TEAMS
from firmware.link.status import board_state as status
from firmware.link.status import phase_name
from firmware.rules.presets import PRESET_NAMES
from firmware.ticks import MASK
from firmware.view import hole_led_map
from firmware.view.hole_coordinates import PITCH_MM, ROW_GAP_MM, position_mm, size_mm
from firmware.view.text_buffer import buffer_text

from .hal import VirtualHal, plug_displays
from .page_facts import page_facts
from .refusal_message import refusal_message
from .scenario_parser import ScriptError, parse
from .scenario_player import Player

ROOT = "/flash"

FRAME = 1
"""Bit of `news`: the light."""
_FIRST_SOUND = 2
"""Bit of `news`: the first sound of the hal; each further sound has the next bit."""
DISPLAYS = 16
"""Bit of `news`: what displays show."""
DISPLAY_MS = 500
"""A display is looked at this often: what it tells takes turns."""
STILL_MS = 1000
"""A board whose light has stood still for so long, and that waits for a key, may be left alone."""
_STILL = ("deal", "idle", "game-over", "match-over", "round")
"""Phases in which nothing but standby happens by time alone."""
REFUSAL_MS = 5000
"""For how long a refusal is shown in words, if nothing else happens."""


class _Table:
    """The board on the table, and the time that passes there; `player` where a scenario is played on it."""

    player: Player
    hal: VirtualHal
    board: Board = None
    now = 0
    seen = -1
    light: list = None
    """The last frame that was reported."""
    dots: list = None
    """What displays showed when they were reported last."""
    changed_at = 0
    """When the light changed last, or a key was down."""
    pressed_at = 0
    sounds: tuple = (0, 0, 0)
    refused = 0
    refusal: dict = None
    """Why the last press was refused, for as long as the console is as it was then."""
    console_at_refusal: tuple = None
    """Phase, menu and counts of the console when it refused."""
    refused_at = 0
    menu = 0


_table = _Table()


def power_on(options: str) -> None:
    """Start a board on the flash below ROOT. `options` is JSON: `tracks`, 2 to 4."""
    _make_folder(ROOT)
    hal = VirtualHal(json.loads(options)["tracks"], ROOT)
    _table.now = 0
    _place_board(hal, Board(hal))


def _place_board(hal, board) -> None:
    """Put another board on the table: nothing of it has been seen or heard."""
    _table.hal, _table.board = hal, board
    _table.seen = -1
    _table.light = _table.dots = None
    _table.changed_at = _table.pressed_at = _table.now
    _table.sounds = tuple(hal.sounds)
    _table.refused = board.console.refused
    _table.refusal = None


def advance(ms: int, mask: int) -> int:
    """Advance board time by `ms` with the keys of `mask` held. Returns what is new, as `news` does."""
    _table.now += ms
    if mask:
        _table.pressed_at = _table.now
    _table.hal.keys_down(mask)
    _table.board.step(_table.now & MASK)
    return news()


def news() -> int:
    """Return what is new since the last call, as bits: FRAME, DISPLAYS, `_FIRST_SOUND << sound`; 0 if nothing is."""
    _watch_refusals()
    frames, sounds = _table.hal.frames, tuple(_table.hal.sounds)
    new = FRAME if frames != _table.seen and _light_changed() else 0
    if new or _table.hal.mask:
        _table.changed_at = _table.now
    dots = [bytes(display) for display in _table.hal.displays] + _table.hal.contrasts
    if dots != _table.dots:
        new |= DISPLAYS
        _table.dots = dots
    for sound in range(len(sounds)):
        if sounds[sound] != _table.sounds[sound]:
            new |= _FIRST_SOUND << sound
    _table.seen, _table.sounds = frames, sounds
    return new


def _light_changed() -> bool:
    """Return whether the light differs from that reported last: a board sends the same frame again now and then."""
    light = [bytes(track) for track in _table.hal.shown]
    if light == _table.light:
        return False
    _table.light = light
    return True


def rest() -> int:
    """Return for how many ms nothing will happen unless a key is pressed or a line arrives; 0 where something may."""
    board, now = _table.board, _table.now
    if _table.refusal or now - _table.changed_at < STILL_MS or phase_name(board.console) not in _STILL:
        return 0
    if board.console.asleep:
        return STANDBY_MS
    ms = max(STANDBY_MS - (now - _table.pressed_at), 0)
    return min(ms, DISPLAY_MS) if _table.hal.displays else ms


def plug(number: int, language: str) -> None:
    """Attach so many displays to the board's bus, in that language."""
    board = _table.board
    if number and board.settings.values["language"] != language:
        configure(board, {"language": language}, None)
    if number != len(_table.hal.displays):
        plug_displays(board, number)


def displays() -> str:
    """Return what displays show, JSON: for each its `dots` in hex, the `text` of them, and whether it is `lit`."""
    loaded = _table.board.display_loader.displays
    return json.dumps(
        [
            {
                "dots": hexlify(dots).decode(),
                "text": buffer_text(loaded.all[number].sheet) if loaded else "",
                "lit": _table.hal.contrasts[number] > 0,
            }
            for number, dots in enumerate(_table.hal.displays)
        ]
    )


def _watch_refusals() -> None:
    """Store the message of a new refusal; delete it after `REFUSAL_MS` or when the console has changed."""
    console = _table.board.console
    judge = console.menus.judge
    state = (console.phase, console.menus.showing, console.count.total, judge.count.total if judge else 0)
    if console.refused != _table.refused:
        _table.refusal = refusal_message(_table.board, _table.menu)
        _table.console_at_refusal, _table.refused_at = state, _table.now
    elif state != _table.console_at_refusal or _table.now - _table.refused_at >= REFUSAL_MS:
        _table.refusal = None
    _table.refused = console.refused
    _table.menu = console.menus.showing


def load_script(text: str) -> str:
    """Start a board on which a scenario is played. Returns JSON with the number of `steps`, or the `error` in its text.

    `lines` and `keys` are the steps' lines, and the numbers of the keys pressed in them; null where none is.
    """
    _make_folder(ROOT)
    try:
        _table.player = Player(parse(text), ROOT)
    except ScriptError as error:
        return json.dumps({"error": str(error)})
    _follow_player()
    lines, keys = [], []
    for line, kind, *arguments in _table.player.steps:
        lines.append(line)
        keys.append(arguments[0] if kind == "press" else None)
    return json.dumps({"steps": len(lines), "lines": lines, "keys": keys})


def step_script() -> str:
    """Play the next step: JSON with its `line`, what `failed` in it or null, and whether all is `done`."""
    player = _table.player
    line = player.steps[player.played][0]
    failed = None
    try:
        player.next()
    except ScriptError as error:
        failed = str(error)
    _follow_player()
    return json.dumps({"line": line, "failed": failed, "done": player.played == len(player.steps)})


def _follow_player() -> None:
    """Adopt the player's board: a step may have replaced it, as a power cut does."""
    if _table.player.board is not _table.board:
        _place_board(_table.player.hal, _table.player.board)
    _table.now = _table.player.now


def frame() -> str:
    """Return the last frame shown: GRB bytes in hex, a line for each track."""
    return "\n".join([hexlify(track).decode() for track in _table.hal.shown])  # type: ignore[arg-type]


def geometry() -> str:
    """Return the holes' places, JSON: `holes` has for each track and hole (1 first) its LED and x, y in millimetres."""
    tracks = _table.hal.tracks
    led_of = hole_led_map.HoleLedMap(_table.hal.leds, _table.hal.reverse).led_of
    width, height = size_mm(tracks)
    holes = [
        [(led_of[hole],) + position_mm(track, tracks, hole) for hole in range(1, hole_led_map.HOLES + 1)]
        for track in range(tracks)
    ]
    return json.dumps(
        {
            "tracks": tracks,
            "teams": TEAMS[:tracks],
            "pitch": PITCH_MM,
            "row_gap": ROW_GAP_MM,
            "width": width,
            "height": height,
            "holes": holes,
        }
    )


def presets() -> str:
    """Return the names of the built-in presets, JSON."""
    return json.dumps(PRESET_NAMES)


def tones() -> str:
    """Return the buzzer's tones, JSON: for each sound of the hal, hertz and milliseconds."""
    return json.dumps([[BUZZER_HZ[sound], BUZZER_MS[sound]] for sound in range(len(BUZZER_HZ))])


def state() -> str:
    """Return the board's state, JSON: that of the link, and `facts`, `results` (how many), `clock` (ms), `ma`,
    `budget_ma`.
    """
    board, hal = _table.board, _table.hal
    state = dict(status(board.match, board.console))
    state["facts"] = page_facts(board)
    state["refusal"] = _table.refusal
    state["results"] = board.results.count
    state["clock"] = _table.now
    state["ma"] = current_ma(board)
    state["budget_ma"] = hal.port_ma
    return json.dumps(state)


def results(since: int) -> str:
    """Return the result lines with a number above `since`, one a line, as they stand on flash."""
    return "\n".join(list(_table.board.results.lines_after(since)))


def send(text: str) -> None:
    """Send bytes to the board's serial line."""
    _table.hal.receive(text)


def sent() -> str:
    """Return the lines the board has sent since the last call, one a line."""
    return "\n".join(_table.hal.sent())


def _make_folder(path: str) -> None:
    """Make a folder unless it is there."""
    try:
        os.mkdir(path)
    except OSError:
        os.listdir(path)
