"""Read-only request handlers of the serial protocol.

A handler yields its data lines: each a result's text, or an iterator of pairs of name and value, computed in pieces;
None for a piece of work that gives no line.
"""

from ..board_operations import current_ma, test_lights
from ..config import FIRMWARE_VERSION, TEAMS
from ..entry.key_names import key_names
from ..entry.phases import phase_name
from ..journal.export import journal_chunks
from ..journal.result_reader import results_after
from ..messages import CodedError
from ..rules.outcome import NOBODY
from ..sentences import sentence
from ..timing_stats import COARSE_BITS, FINE_BITS
from .request_validation import LinkError, check_pin, whole_number

LINK_VERSION = 1
"""From version 2 on a board finds its way with a key of its own; earlier ones want the event's."""

BUILD = ""
"""Id of the build, which host_tools/firmware_build writes here; "" where the firmware runs from its sources."""


def _hello(board, request: dict):
    yield _identity(board)


def _identity(board):
    """Yield the pairs of name and value that identify the board: uid, name, table, event, protocol version, build, …"""
    values = board.settings.values
    yield "board", board.uid
    yield "name", values["name"]
    yield "table", values["table"]
    yield "event", values["event"]
    yield "link", LINK_VERSION
    yield "build", BUILD
    yield "tracks", board.settings.tracks


def _with_notes(board, fields):
    """Yield one line: the pairs of name and value of `fields`, and the board's notes as sentences and as messages."""
    notes = board.notes()
    sentences = []
    yield None
    for note in notes:
        why = note.get("why")
        if isinstance(why, dict):
            note = dict(note)
            note["why"] = sentence(why)
            yield None
        sentences.append(sentence(note))
        yield None
    yield _chained(fields, (("notes", sentences), ("note_codes", notes)))


def _chained(*parts):
    for part in parts:
        yield from part


def _status(board, request: dict):
    return _with_notes(board, _state(board))


def _state(board):
    """Yield the pairs of name and value of the `status` reply: match, settings, results, hardware, figures."""
    judge = board.console.menus.judge
    # First, as keys may move between two fields: where it says agreed, the others are of after that.
    yield "asked", "" if judge is None else judge.asked
    yield from board_state(board.match, board.console)
    yield "deals", deal_seat(board.match)
    yield "muggins", board.settings.muggins
    yield "clock", board.clock.now
    yield "results", board.results.count
    yield "held", board.results.held_count()
    yield "code", board.results.code
    hal = board.hal
    built = {"tracks": hal.tracks, "leds": hal.leds, "reversed": hal.reverse, "port_ma": hal.port_ma}
    built["revision"] = hal.kind["revision"]
    yield "hardware", built
    if board.voice_loader is not None:
        yield "voice", board.voice_loader.state()
    if hal.battery:
        yield "battery", {"mv": board.supply.cell_mv, "low": board.supply.cell_low}
    yield "offered_ma", hal.offered_ma
    yield "network", _network_state(board)
    yield from measurements(board)


def _selftest(board, request: dict):
    """Yield the self-test's report as one line; field `lights`, which needs the PIN, starts or ends the LED test."""
    if "lights" in request:
        lights = request["lights"]
        if not isinstance(lights, bool):
            raise CodedError("no-boolean", field="lights")
        check_pin(board, request)
        test_lights(board, lights)
    yield from _with_notes(board, _report(board))


def _report(board):
    """Yield the pairs of the self-test: figures, versions, hardware, keys down, current, flash, network."""
    hal = board.hal
    yield from measurements(board)
    yield "firmware", FIRMWARE_VERSION
    yield "machine", hal.about
    yield "tracks", hal.tracks
    yield "leds", hal.leds
    yield "keys_down", key_names(hal.keys())
    yield "ma", current_ma(board)
    yield "port_ma", hal.port_ma
    yield "offered_ma", hal.offered_ma
    yield "rail_mv", hal.rail_mv()
    free, total = hal.flash()
    yield "flash", {"free": free, "whole": total, "failed": board.journal.faults(), "events": board.journal.sequence}
    yield "network", _network_state(board)


def _network_state(board) -> dict:
    """Return the network's state and its counts of waiting results and refused messages; none of its settings."""
    live = board.network_loader.live
    if live is None:
        return {"state": "off"}
    return {"state": live.state, "waiting": live.waiting, "refused": live.refused()}


def _results(board, request: dict):
    """Yield the result lines numbered above the field `since`, at most `limit` (default 1000)."""
    since = whole_number(request, "since", 0)
    limit = whole_number(request, "limit", 1000)
    if limit <= 0:
        return
    for line in results_after(board.hal.disk, since):
        yield line.decode() if line else None
        limit -= line != b""
        if limit <= 0:
            break


def _events(board, request: dict):
    """Yield the chunks of the journal files that hold game `game` (result number; 0: without archives)."""
    game = whole_number(request, "game", 0)
    try:
        for chunk in journal_chunks(board.hal.disk, game):
            yield chunk.items() if chunk else None
    except OSError as error:
        raise LinkError("flash", "journal-moved", why=str(error)) from None


# -- the match and the figures of a reply ------------------------------------------------------------------------------


def board_state(match, console):
    """Yield name and value: preset, phase, game, round, friendly, dealer, winner, refused; by team tracks, won, points,
    spread. `dealer` is the team that deals first, until the game's first peg moves; None if not known.
    """
    tally = match.tally
    winner = match.winner()
    teams = TEAMS[: match.teams]
    yield "preset", match.preset.name
    yield "phase", phase_name(console)
    yield "game", tally.game
    yield "round", tally.round
    yield "friendly", tally.friendly
    yield "dealer", _letter(match.dealer())
    yield "winner", _letter(winner)
    yield "refused", console.refused
    yield "tracks", {team: _track(match, console, index) for index, team in enumerate(teams)}
    for name, values in (("won", tally.won), ("points", tally.points), ("spread", tally.spread)):
        yield name, {team: values[index] for index, team in enumerate(teams)}


def deal_seat(match):
    """Return the seat (from 0) of the player whose deal it is, None if no game is on or the board does not know."""
    seat = match.deal_seat()
    return seat if seat >= 0 else None


def _letter(team: int):
    return None if team == NOBODY else TEAMS[team]


def _track(match, console, team: int) -> dict:
    """Return front peg, back peg and pending count of a team."""
    pending = console.count.total if team == console.team else 0
    return {"front": match.game.front[team], "back": match.game.back[team], "pending": pending}


def measurements(board):
    """Yield name and value of each figure in the board's Measures, and of heap and faults.

    The heap is counted while no key moves: a press would wait too long.
    """
    measures = board.measures
    yield "step_us", _durations(measures.steps)
    yield "key_us", _durations(measures.keys)
    yield "frames", measures.frames
    yield "start_ms", measures.start_ms
    used, free = board.hal.heap(board.keys.at_rest(board.clock.now))
    yield "heap", {"used": used, "free": free}
    yield "appends", {"count": measures.appends, "slow": measures.slow}
    yield "refused_lines", measures.refused
    yield "faults", board.hal.faults()


def _durations(meter) -> dict:
    """Return count, median, p99 and longest of a Meter, in microseconds; median and p99 rounded up to its steps."""
    durations = {"count": meter.count, "median": meter.longest, "p99": meter.longest, "longest": meter.longest}
    median_rank, p99_rank = (meter.count + 1) // 2, (99 * meter.count + 99) // 100
    count = 0
    for scale, bits in ((meter.fine, FINE_BITS), (meter.coarse, COARSE_BITS)):
        step = 0
        for noted in scale:
            step += 1
            if noted:
                before = count
                count += noted
                if before < median_rank <= count:
                    durations["median"] = min(step << bits, meter.longest)
                if before < p99_rank <= count:
                    durations["p99"] = min(step << bits, meter.longest)
                    return durations
    return durations


READ_HANDLERS = {"hello": _hello, "status": _status, "results": _results, "events": _events, "selftest": _selftest}
