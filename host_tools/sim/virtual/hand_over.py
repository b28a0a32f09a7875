"""A running match as a text for a QR code, so that another device's board goes on where this one stops.

The text is base64url, without `=`, of

    0      format version, 1
    1-8    uid of the board that it comes from
    9-10   length of the JSON (UTF-8) that follows: `names` of the players, and `set`, the settings that matter to a
           result and are not a new board's
    then   the match, as a checkpoint of the journal: preset, totals, and each team's pegs with all holes they have
           visited, which is all that an undo needs
    last   CRC-16 of all before

Keys, PIN and what has been counted but not pegged are not in it. The board that goes on has a uid, result numbers and a
hash chain of its own; its journal names the board that the match comes from.
"""

import json
import struct
from binascii import a2b_base64, b2a_base64, hexlify, unhexlify

from firmware.config import TEAMS
from firmware.journal.checkpoint import Checkpoint, NewerError, pack_checkpoint
from firmware.journal.record import crc16
from firmware.messages import CodedError
from firmware.rules.match import BETWEEN, HIGHEST_ROUND, PLAYING, Match
from firmware.rules.preset import DEFAULT_PRESET
from firmware.rules.presets import load_preset
from firmware.settings import DEFAULTS, check_fields
from firmware.ticks import MASK

from .board import at_once

FORMAT_VERSION = 1
_SETTINGS = ("event", "table", "idle_ms", "sign_off", "muggins")
_HEAD = "<B8sH"
_HEAD_BYTES = 11
_LONGEST_CHECKPOINT = 1024
"""More bytes than a checkpoint has."""


class HandOverError(ValueError):
    """A text that no board has made or that is damaged (`damaged`), or made by later firmware (`newer`)."""


class HandedMatch:
    """A match read from its text: its `checkpoint`, the `match` in it, players' `names`, `settings`, and `source`, the
    uid of the board that it comes from. Raises HandOverError.
    """

    def __init__(self, text: str) -> None:
        data = _decode(text)
        _, uid, length = struct.unpack_from(_HEAD, data, 0)
        about, rest = data[_HEAD_BYTES : _HEAD_BYTES + length], data[_HEAD_BYTES + length : -2]
        self.source = hexlify(uid).decode()
        try:
            fields = json.loads(about.decode())
            self.names: list = [str(name) for name in fields["names"]]
            self.settings: dict = {field: fields["set"].get(field, DEFAULTS[field]) for field in _SETTINGS}
            check_fields(self.settings, DEFAULTS, len(TEAMS))
            # Padded, as a checkpoint may claim fields that it is too short for.
            self.checkpoint = Checkpoint(rest + bytes(_LONGEST_CHECKPOINT))
            self.match = _load(self.checkpoint)
        except NewerError:
            raise HandOverError("newer") from None
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            raise HandOverError("damaged") from None
        # A state that packs otherwise is none that a board has been in.
        if _pack(self.match, self.checkpoint.clock) != rest or not _is_sound(self.match):
            raise HandOverError("damaged")


def pack_hand_over(board, names: list) -> str:
    """Return the text of the board's match, between players of these `names`; "" if its game is over."""
    if board.match.over():
        return ""
    values = board.settings.values
    settings = {field: values[field] for field in _SETTINGS if values[field] != DEFAULTS[field]}
    about = json.dumps({"names": names, "set": settings}).encode()
    data = struct.pack(_HEAD, FORMAT_VERSION, unhexlify(board.uid), len(about)) + about
    data += _pack(board.match, board.clock.now)
    data += struct.pack("<H", crc16(data, len(data)))
    return b2a_base64(data).decode().strip().replace("+", "-").replace("/", "_").rstrip("=")


def take_over(board, handed: HandedMatch) -> None:
    """Go on with the match on this board, in place of its own. Raises CodedError if its settings are refused."""
    match, journal = board.match, board.journal
    preset = handed.match.preset
    chosen = preset.fields if preset.name == "custom" else preset.name
    at_once(board.settings.change(dict(handed.settings, preset=chosen, teams=handed.match.teams)))
    handed.checkpoint.load(match)
    match.changes += 1
    # The result of the game before, which could be reopened, stands in the other board's log.
    match.reopenable = match.reopened = False
    match.finished = board.results.count
    _shift_times(match.tally, board.clock.now - handed.checkpoint.clock)
    at_once(journal.open_segment(match, board.clock.now))
    journal.append_text(("from board " + handed.source).encode())
    _settle(board)


def give_up(board) -> None:
    """End the match on this board without a result: it goes on elsewhere."""
    match = board.match
    match.restart(board.settings.preset, board.settings.teams, match.tally.round)
    at_once(board.journal.open_segment(match, board.clock.now))
    _settle(board)


def _settle(board) -> None:
    board.console.settle(board.clock.now)
    board.view.prepare(board.settings.brightness)
    board.display_loader.prepare()


def _decode(text: str) -> bytes:
    """Return the bytes of a text, their checksum verified. Raises HandOverError."""
    try:
        data = a2b_base64((text + "=" * (-len(text) % 4)).replace("-", "+").replace("_", "/"))
    except ValueError:
        raise HandOverError("damaged") from None
    if len(data) < _HEAD_BYTES + 2 or crc16(data, len(data) - 2) != struct.unpack_from("<H", data, len(data) - 2)[0]:
        raise HandOverError("damaged")
    if data[0] > FORMAT_VERSION:
        raise HandOverError("newer")
    return data


def _pack(match, clock: int) -> bytes:
    return pack_checkpoint(match, 0, 0, clock)


def _load(checkpoint) -> Match:
    """Return a match of its own in the checkpoint's state. Raises ValueError for one that no board can have."""
    if not 2 <= checkpoint.teams <= 4:
        raise CodedError("bad-checkpoint")
    match = Match(load_preset(DEFAULT_PRESET), checkpoint.teams)
    checkpoint.load(match)
    if match.preset.name == "custom":
        load_preset(match.preset.fields)
    return match


def _is_sound(match) -> bool:
    """Return whether a game is on, and all pegs stand where pegs can stand."""
    game = match.game
    for team in range(match.teams):
        if not (game.floor[team] <= game.front[team] < match.preset.target and game.back[team] <= game.front[team]):
            return False
    played = match.stage in (PLAYING, BETWEEN) and 1 <= match.tally.game <= 255
    return played and 1 <= match.tally.round <= HIGHEST_ROUND


def _shift_times(tally, ms: int) -> None:
    """Tell a tally's times by the clock of a board that is `ms` ahead of the one which noted them."""
    if tally.began_ms >= 0:
        tally.began_ms = (tally.began_ms + ms) & MASK
    if tally.first_peg_ms >= 0:
        tally.first_peg_ms = (tally.first_peg_ms + ms) & MASK
