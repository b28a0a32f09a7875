"""Operations on the whole board, for menus, USB or network: write results, configure, judge, clear, test lights.

All allocate: they run at the end of a step, while the frame is being sent.
"""

from .config import DISPLAY_MA, VOICE_MA
from .entry.menus import MENU_STATUS, MENU_TEST
from .hardware_config import HARDWARE_FIELDS, check_parts, complete_hardware
from .hardware_file import HARDWARE_FILE, HARDWARE_PENDING, HARDWARE_VERSION, check_hardware, read_hardware
from .json_file import write_json
from .messages import BusyError, CodedError, reason
from .rules.decisions import event_amount
from .rules.events import EVENT_REOPEN
from .rules.judge import NOTHING_TO_REOPEN, objection
from .rules.presets import PRESET_NAMES
from .rules.result_line import cleared_body, result_body
from .view.lights.power import estimate_ma, track_budget
from .view.lights.selftest import SelfTest


def write_result(board):
    """Append the last game's result to the log, deleting old archives if flash is full. Yields after each piece.

    Meanwhile no request is served. Keys wait too, except while a write that failed is tried again.
    """
    values = board.settings.values
    match, clock = board.match, board.clock
    number = match.finished
    began = clock.time_since_start(match.tally.first_peg_ms)
    body = result_body(match, number, board.uid, values, clock.time_of_day(clock.now), began)
    yield
    while True:
        try:
            yield from board.results.append(number, body, bytes.fromhex(values["key"]))
            break
        except OSError as error:
            if not board.journal.make_room(error):
                board.actions.write_failed = True
                return
    board.journal.archive_due = board.flash_due = True


def clear_results(board):
    """Empty the result log; return a generator that yields after each piece of work but the last. Raises OSError."""
    values = board.settings.values
    body = cleared_body(board.results.count, board.uid, values["event"])
    return board.results.clear(body, bytes.fromhex(values["key"]))


def configure(board, fields: dict, round, anew: bool = False):
    """Validate, store and apply new settings; if they concern the match (event, preset, teams, `round`), restart it.

    Values that are in force already restart only a match that has begun, and are not written again.

    `fields`: those to change; hardware fields take effect at the next start. `round`: the round's number, None: keep
    it. `anew`: where nobody signs and no event is on, a game that has begun ends without a result. Yields after each
    piece of work but the last. Raises CodedError for a bad value, BusyError if a game has begun.
    """
    hardware = {field: fields[field] for field in fields if field in HARDWARE_FIELDS}
    if hardware:
        fields = {field: fields[field] for field in fields if field not in hardware}
        hardware = _new_hardware(board, hardware, fields.get("teams", board.settings.teams))
        yield
    if round is not None and not 1 <= round <= 999:
        raise CodedError("not-within", field="round", low=1, high=999)
    settings, match = board.settings, board.match
    values = settings.values
    new_event = fields.get("event", values["event"]) != values["event"]
    restarts = anew or round is not None or new_event
    as_it_is = not (anew or new_event or match.begun() or match.tally.friendly)
    if round is not None:
        as_it_is = as_it_is and match.tally.told and round == match.tally.round
    for field in ("preset", "teams", "partners"):
        restarts = restarts or field in fields
        as_it_is = as_it_is and fields.get(field, values[field]) == values[field]
    change = settings.change(fields)
    try:
        # Each time, as a key may have begun a game.
        _check_free(board, restarts or "muggins" in fields, anew)
        for _ in change:
            yield
            _check_free(board, restarts or "muggins" in fields, anew)
    finally:
        change.close()
    # The number that another event's round had says nothing of this one's.
    told = round is not None or match.tally.told and not new_event
    yield from _apply(board, restarts and not as_it_is, match.tally.round if round is None else round, told)
    if hardware:
        yield
        yield from _store_hardware(board, hardware)


def _check_free(board, between: bool, anew: bool) -> None:
    """Raise BusyError if a game has begun, and the settings may be changed only `between` games. `anew`: see
    `configure`.
    """
    if between and board.console.playing() and not (anew and _may_end(board)):
        raise BusyError("game-shown" if board.match.over() else "playing")


def _apply(board, restarts: bool, round: int, told: bool):
    """Apply the settings in force to the board; if it `restarts`, the match begins anew with `round`, which was `told`.

    Yields after each piece of work but the last. Keys wait until a match that begins is on flash: its events may not be
    written after those of the one before.
    """
    settings, match, actions = board.settings, board.match, board.actions
    board.pin.digits = settings.values["pin"]
    match.in_event = settings.values["event"] != ""
    match.partners = settings.values["partners"]
    waiting = actions.deferred
    actions.deferred = waiting or restarts
    try:
        yield
        if restarts:
            match.restart(settings.preset, settings.teams, round, told)
            board.console.settle(board.clock.now)
            yield
        board.view.prepare(settings.brightness)
        yield
        if restarts:
            yield from board.journal.open_segment(match, board.clock.now)
    finally:
        actions.deferred = waiting
    board.display_loader.prepare()
    if board.voice_loader is not None:
        yield
        board.voice_loader.prepare()


def _may_end(board) -> bool:
    """Return whether the game that is on may end without a result. That of a finished one is written before."""
    return board.console.at_home() and board.actions.ensure_written()


def _new_hardware(board, changes: dict, teams) -> dict:
    """Return the fields for hardware.json, with `changes`. Raises CodedError if the board could not run with them.

    `teams`: the number of teams the board is set to, which its tracks must suffice for.
    """
    values = read_hardware(board.hal.disk, [])
    values.update(changes)
    check_hardware(values)
    check_parts(values, board.hal.kind)
    full = complete_hardware(values, board.hal.kind)
    if isinstance(teams, int) and teams > full["tracks"]:
        raise CodedError("too-few-tracks", tracks=full["tracks"], teams=teams)
    track_budget(full["port_ma"], full["tracks"], full["leds"], full["led_dark_ua"], full["voice"])
    return values


def _store_hardware(board, values: dict):
    """Write hardware.json, in pieces, and note that it takes effect at the next start. Raises CodedError."""
    try:
        yield from write_json(board.hal.disk, HARDWARE_FILE, values, HARDWARE_VERSION)
    except OSError as error:
        raise CodedError("not-kept", file=HARDWARE_FILE, why=str(error)) from None
    if HARDWARE_PENDING not in board.hal.notes:
        board.hal.notes.append(HARDWARE_PENDING)


def apply_setup(board):
    """Apply the choices of the setup menu as settings, in pieces; if they are refused, add a note and alert."""
    menu = board.console.menus.setup
    fields: dict = {"teams": menu.teams, "brightness": menu.brightness}
    if menu.preset < len(PRESET_NAMES):
        fields["preset"] = PRESET_NAMES[menu.preset]
    try:
        yield from configure(board, fields, None, True)
    except CodedError as error:
        board.findings.add(error.message)


def apply_assignment(board):
    """Apply the assignment that the network has brought, in pieces; if it is refused, add a note and alert.

    Keys wait until then.
    """
    try:
        assigned = yield from board.network_loader.live.take_assignment()
        if assigned is not None:
            yield
            yield from configure(board, *assigned)
    except (OSError, ValueError) as error:
        board.findings.add({"code": "assignment-refused", "why": reason(error)})
    finally:
        board.actions.deferred = False


def switch_test(board) -> None:
    """Begin the LED self-test, or end it if it is on."""
    frames = board.frames
    if frames.selftest is None:
        frames.selftest = SelfTest(board.view.strips, board.clock.now)
        return
    frames.selftest.close()
    frames.selftest = None
    board.view.prepare(board.settings.brightness)


def objection_now(board, decision, team: int, amount: int, other: int) -> int:
    """Return the number of the objection against a judge's decision, as `rules.judge.objection`.

    A game whose result is not on flash yet cannot be reopened.
    """
    if decision.event == EVENT_REOPEN and not board.actions.ensure_written():
        return NOTHING_TO_REOPEN
    return objection(board.match, decision, team, amount, other)


def judge(board, decision, team: int, amount: int, other: int, reason: str):
    """Apply a judge's decision from the link, to which there is no objection; yields nothing.

    Without a PIN and with sign-off on, only ask for it: it takes effect when two teams hold a key (`JudgeMenu.ask`).
    Then yields a line for the host, None while the menu is being loaded. Raises BusyError if a menu is open.
    `reason` goes into the journal.
    """
    menus = board.console.menus
    if board.pin.digits or not board.settings.sign_off:
        packed = event_amount(decision, amount, other)
        board.actions.decide(decision.event, max(team, 0), packed, reason.encode())
        board.console.settle(board.clock.now)
        return
    if menus.showing > MENU_STATUS or menus.wanted:
        raise BusyError("menu-open")
    board.console.open_judge(board.clock.now)
    while menus.wanted:
        yield None
    menus.judge.ask(decision, team, amount, other, reason.encode())
    yield (("asked", menus.judge.asked),)


def test_lights(board, on: bool) -> None:
    """Start the LED self-test, as a long press of MENU in setup does, or end it.

    Raises BusyError for a start during a game.
    """
    menus = board.console.menus
    if on:
        if board.console.playing():
            raise BusyError("playing-lights")
        menus.open(MENU_TEST, board.clock.now)
    elif menus.testing:
        # A MENU key that is still down was for the test, and opens nothing.
        menus.menu_held = False
        menus.leave(board.clock.now)


def current_ma(board) -> int:
    """Return an estimate of the current that the board takes now, in milliamperes."""
    hal = board.hal
    others: int = DISPLAY_MA * board.display_loader.count + (VOICE_MA if hal.voice else 0)
    return estimate_ma(board.view.light_sum(), hal.tracks * hal.leds, hal.led_dark_ua) + others
