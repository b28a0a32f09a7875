"""The virtual board's API for a page that runs MicroPython: takes time and key levels, returns light and state.

There is one board, in this module's state. Parameters and results are texts and whole numbers only. Modules for
displays, voice, scenarios and handing over are imported where they are first needed: the page loads them then.
"""

import json
import os
from binascii import hexlify

from firmware.board_operations import current_ma
from firmware.config import BUZZER_HZ, BUZZER_MS, STANDBY_MS, TEAMS
from firmware.entry.phases import phase_name
from firmware.interpreter import TYPE_CHECKING
from firmware.link.read_handlers import board_state as status
from firmware.link.read_handlers import deal_seat
from firmware.rules.presets import PRESET_NAMES, load_preset
from firmware.view.lights import hole_led_map
from firmware.view.lights.hole_coordinates import PITCH_MM, ROW_GAP_MM, position_mm, size_mm

from .board import VirtualBoard
from .hal import VirtualHal
from .page_facts import page_facts
from .refusal_message import refusal_message
from .scenario_parser import ScriptError, parse

if TYPE_CHECKING:
    from .scenario_player import Player
    from .sound_port import SoundPort

ROOT = "/flash"
UID_FILE = "uid"
"""File on flash with the board's uid: 16 hex digits. Boards of earlier pages have none, and the virtual hal's uid."""

FRAME = 1
"""Bit of `take_news`: the LEDs' frame has changed."""
DISPLAYS = 2
"""Bit of `take_news`: a display has changed."""
VOICE = 4
"""Bit of `take_news`: another clip is to be played, or at another volume."""
FIRST_SOUND = 8
"""Bit of `take_news`: the hal's first sound was played; each further sound has the next bit."""
DISPLAY_MS = 500
"""How often the board redraws displays at rest: their texts take turns."""
UNCHANGED_MS = 1000
"""How long the light must be unchanged before a board that waits for a key counts as idle."""
_WAITING_PHASES = ("deal", "idle", "game-over", "match-over", "round")
"""Phases in which only standby happens without a key."""
REFUSAL_MS = 5000
"""How long the message of a refusal is shown, if nothing else happens."""


class _PageState:
    """The page's board, and what the page has been told of it; `player`: of a loaded scenario, then its board."""

    player: "Player"
    virtual: VirtualBoard = None
    reported_board = None
    """The firmware's board of which has been told: a power cut makes another."""
    reported_frames = -1
    reported_light: list = None
    reported_dots: list = None
    reported_sounds: tuple = ()
    voice_port: "SoundPort" = None
    reported_voice = 0
    light_changed_at = 0
    """When the light last changed or a key was down."""
    key_down_at = 0
    seen_refusals = 0
    seen_menu = 0
    refusal: dict = None
    """The message of the last refusal, None once the console has changed or REFUSAL_MS have passed."""
    console_at_refusal: tuple = None
    """Phase, menu and counts of the console when it refused."""
    refused_at = 0


_page = _PageState()


def power_on(options: str) -> None:
    """Start a board on the flash below ROOT. `options` is JSON: `tracks`, 2 to 4; of a new board `preset`, `uid`."""
    _make_folder(ROOT)
    settings = json.loads(options)
    hal = VirtualHal(settings["tracks"], ROOT)
    hal.uid = _read_uid(hal, settings.get("uid"))
    place_board(VirtualBoard(lambda: hal))
    if settings.get("preset"):
        _page.virtual.configure(preset=settings["preset"])


def _read_uid(hal, new_uid) -> str:
    """Return the uid on flash, which is `new_uid` from now on if that is given; else the virtual hal's."""
    if new_uid:
        with hal.disk.open(UID_FILE, "wb") as file:
            file.write(new_uid.encode())
    try:
        with hal.disk.open(UID_FILE, "rb") as file:
            return file.read().decode()
    except OSError:
        return hal.uid


def place_board(virtual) -> None:
    """Replace the page's board: nothing of the new one has been reported yet."""
    hal, board = virtual.hal, virtual.board
    _page.virtual, _page.reported_board = virtual, board
    _page.reported_frames = -1
    _page.reported_light = _page.reported_dots = None
    _page.light_changed_at = _page.key_down_at = virtual.now
    _page.reported_sounds = tuple(hal.sounds)
    _page.seen_refusals = board.console.refused
    _page.refusal = None


def advance(ms: int, mask: int) -> int:
    """Advance board time by `ms` with the keys of `mask` held; return the changes as `take_news` does."""
    virtual = _page.virtual
    if mask:
        _page.key_down_at = virtual.now + ms
    virtual.be_at(virtual.now + ms, mask)
    return take_news()


def take_news() -> int:
    """Return the changes since the last call, as bits: FRAME, DISPLAYS, VOICE, `FIRST_SOUND << sound`; 0 for none."""
    _update_refusal()
    frames, sounds = _page.virtual.hal.frames, tuple(_page.virtual.hal.sounds)
    new = FRAME if frames != _page.reported_frames and _update_light() else 0
    if new or _page.virtual.hal.mask:
        _page.light_changed_at = _page.virtual.now
    dots = [bytes(display) for display in _page.virtual.hal.displays] + _page.virtual.hal.contrasts
    if dots != _page.reported_dots:
        new |= DISPLAYS
        _page.reported_dots = dots
    if _page.virtual.board.voice_loader is not None and _page.voice_port.changes != _page.reported_voice:
        new |= VOICE
        _page.reported_voice = _page.voice_port.changes
    for sound in range(len(sounds)):
        if sounds[sound] != _page.reported_sounds[sound]:
            new |= FIRST_SOUND << sound
    _page.reported_frames, _page.reported_sounds = frames, sounds
    return new


def _update_light() -> bool:
    """Store the present light as reported; return whether it has changed: a board may send the same frame again."""
    light = [bytes(track) for track in _page.virtual.hal.shown]
    if light == _page.reported_light:
        return False
    _page.reported_light = light
    return True


def idle_ms() -> int:
    """Return for how many ms nothing will happen unless a key is pressed or a line arrives; 0 if something may."""
    board, now = _page.virtual.board, _page.virtual.now
    if _page.refusal or now - _page.light_changed_at < UNCHANGED_MS or phase_name(board.console) not in _WAITING_PHASES:
        return 0
    if board.voice_loader is not None and not board.voice_loader.module.is_idle():
        return 0
    if board.console.asleep:
        return STANDBY_MS
    ms = max(STANDBY_MS - (now - _page.key_down_at), 0)
    return min(ms, DISPLAY_MS) if _page.virtual.hal.displays else ms


def set_displays(count: int, language: str) -> None:
    """Set the number of displays on the board's bus, and the language of their texts."""
    if count:
        _use_language(language)
    if count != len(_page.virtual.hal.displays):
        _page.virtual.plug(count)


def _use_language(language: str) -> None:
    """Have the board's displays and voice in a language."""
    if _page.virtual.board.settings.values["language"] != language:
        _page.virtual.configure(language=language)


def set_voice(files: int, language: str) -> None:
    """Have the board speak by a sound module with so many files, 0: no longer; and in that language."""
    board = _page.virtual.board
    if not files:
        if board.voice_loader is not None:
            board.findings.loaders.remove(board.voice_loader)
        board.voice_loader = board.console.menus.voice = None
        return
    _use_language(language)
    if board.voice_loader is None:
        from .sound_port import SoundPort

        _page.virtual.hal.voice_port = _page.voice_port = SoundPort(files)
        _page.reported_voice = 0
        board.open_voice()


def voice_json() -> str:
    """Return the `clip` that is to be played from now on (-1: none yet), its `number`, and the `volume`, 0 to 30."""
    port = _page.voice_port
    return json.dumps({"clip": port.clip, "number": port.played, "volume": port.volume})


def end_clip(clip: int) -> None:
    """Tell the board that a clip has ended."""
    if _page.virtual.board.voice_loader is not None:
        _page.voice_port.end_clip(clip)


def tell_score() -> None:
    """Have the board say the score, if it speaks."""
    if _page.virtual.board.voice_loader is not None:
        _page.virtual.board.voice_loader.voice.tell_score()


def displays_json() -> str:
    """Return the displays' contents: for each its `dots` in hex, its `text`, and whether it is `lit`."""
    displays = _page.virtual.board.display_loader.displays
    if displays:
        from firmware.view.display.text_buffer import buffer_text
    return json.dumps(
        [
            {
                "dots": hexlify(dots).decode(),
                "text": buffer_text(displays.all[number].sheet) if displays else "",
                "lit": _page.virtual.hal.contrasts[number] > 0,
            }
            for number, dots in enumerate(_page.virtual.hal.displays)
        ]
    )


def _update_refusal() -> None:
    """Store the message of a new refusal; delete it after REFUSAL_MS or when the console has changed."""
    console = _page.virtual.board.console
    judge = console.menus.judge
    state = (console.phase, console.menus.showing, console.count.total, judge.count.total if judge else 0)
    if console.refused != _page.seen_refusals:
        _page.refusal = refusal_message(_page.virtual.board, _page.seen_menu)
        _page.console_at_refusal, _page.refused_at = state, _page.virtual.now
    elif state != _page.console_at_refusal or _page.virtual.now - _page.refused_at >= REFUSAL_MS:
        _page.refusal = None
    _page.seen_refusals = console.refused
    _page.seen_menu = console.menus.showing


def load_script(text: str) -> str:
    """Start a board for a scenario. Returns JSON with the number of `steps`, or the `error` in the scenario's text.

    `lines` and `keys`: for each step its line, and the number of the key that it presses, null for none.
    """
    from .scenario_player import Player

    _make_folder(ROOT)
    try:
        _page.player = Player(parse(text), ROOT)
    except ScriptError as error:
        return json.dumps({"error": str(error)})
    _follow_player()
    lines, keys = [], []
    for line, kind, *arguments in _page.player.steps:
        lines.append(line)
        keys.append(arguments[0] if kind == "press" else None)
    return json.dumps({"steps": len(lines), "lines": lines, "keys": keys})


def step_script() -> str:
    """Play the next step; return JSON: its `line`, its error or null (`failed`), whether it was the last (`done`)."""
    player = _page.player
    line = player.steps[player.played][0]
    failed = None
    try:
        player.next()
    except ScriptError as error:
        failed = str(error)
    _follow_player()
    return json.dumps({"line": line, "failed": failed, "done": player.played == len(player.steps)})


def _follow_player() -> None:
    """Adopt the player's board if the step has replaced it, as a power cut does."""
    if _page.player.board is not _page.reported_board:
        place_board(_page.player)


def frame_hex() -> str:
    """Return the frame that the LEDs show: GRB bytes in hex, a line for each track."""
    return "\n".join([hexlify(track).decode() for track in _page.virtual.hal.shown])  # type: ignore[arg-type, unused-ignore]


def geometry_json() -> str:
    """Return the board's geometry: `holes` has for each track and hole (from 1) its LED number, and x, y in mm."""
    tracks = _page.virtual.hal.tracks
    led_of = hole_led_map.HoleLedMap(_page.virtual.hal.leds, _page.virtual.hal.reverse).led_of
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


def presets_json() -> str:
    """Return the names of the built-in presets, each with its fields."""
    return json.dumps([(name, load_preset(name).fields) for name in PRESET_NAMES])


def tones_json() -> str:
    """Return the buzzer's sounds: of each, hertz and the milliseconds of its bursts and of the pauses between them."""
    return json.dumps([[BUZZER_HZ, bursts] for bursts in BUZZER_MS])


def state_json() -> str:
    """Return the board's state: that of the link, and `facts` (page_facts.py), `refusal` (its message or null),
    `results` (their number), `clock` (ms), `ma` (its current) and `budget_ma`.
    """
    board, hal = _page.virtual.board, _page.virtual.hal
    state = dict(status(board.match, board.console))
    state["facts"] = page_facts(board)
    state["refusal"] = _page.refusal
    state["deals"] = deal_seat(board.match)
    state["results"] = board.results.count
    state["clock"] = _page.virtual.now
    state["ma"] = current_ma(board)
    state["budget_ma"] = hal.port_ma
    return json.dumps(state)


def results_since(number: int) -> str:
    """Return the result lines numbered above `number`, one a line, as they stand on flash."""
    return "\n".join(list(_page.virtual.board.results.lines_after(number)))


def hand_over(names: str) -> str:
    """Return the match as a text for another board (`hand_over.py`), "" if its game is over; `names`: a JSON list."""
    from .hand_over import pack_hand_over

    return pack_hand_over(_page.virtual.board, json.loads(names))


def read_hand_over(text: str) -> str:
    """Return what is handed over in `text` as JSON: `source`, the uid of its board, `names`, `preset`, its `target`,
    `teams`, `scores` (a list), and whether it comes from this board, where it goes on (`own`); or the `error`."""
    from .hand_over import HandedMatch, HandOverError

    try:
        handed = HandedMatch(text)
    except HandOverError as error:
        return json.dumps({"error": str(error)})
    match, board = handed.match, _page.virtual.board
    return json.dumps(
        {
            "source": handed.source,
            "names": handed.names,
            "preset": match.preset.name,
            "target": match.preset.target,
            "teams": match.teams,
            "scores": list(match.game.front[: match.teams]),
            "own": handed.source == board.uid and board.match.begun(),
        }
    )


def take_hand_over(text: str) -> None:
    """Go on with the match handed over in `text`, which `read_hand_over` has read. Raises ValueError."""
    from .hand_over import HandedMatch, take_over

    take_over(_page.virtual.board, HandedMatch(text))


def give_match_up() -> None:
    """End the board's match without a result, as another board goes on with it."""
    from .hand_over import give_up

    give_up(_page.virtual.board)


def send_to_board(text: str) -> None:
    """Send bytes to the board's serial line."""
    _page.virtual.hal.receive(text)


def take_sent_lines() -> str:
    """Return and remove the lines that the board has sent, one a line."""
    return "\n".join(_page.virtual.hal.take_sent_lines())


def _make_folder(path: str) -> None:
    """Make a folder unless it is there."""
    try:
        os.mkdir(path)
    except OSError:
        os.listdir(path)
