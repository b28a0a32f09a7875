"""The results of an event as one club tells them to another: a signed text that fits into a QR code.

The text is PREFIX and Base32 (RFC 4648, without padding) of the public key, the signature and the results: JSON, packed
by zlib. Capitals and digits alone are what QR codes hold most of. The key (Ed25519) is the desk's own; it and the names
that the director has given to other desks' keys are files in the user's data folder.
"""

import binascii
import io
import json
import re
import zlib
from base64 import b32decode, b32encode
from dataclasses import astuple, dataclass, fields
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import segno
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey
from platformdirs import user_data_path

from host_tools.desk.errors import DeskError
from host_tools.desk.review.readiness import reasons_not_final
from host_tools.desk.rounds.bracket_view import bracket_view
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.desk import Desk
from host_tools.i18n import message
from host_tools.private_files import write_private


@dataclass(frozen=True)
class SheetRow:
    """A player's place. `rank` is 0 for one who is not ranked."""

    rank: int
    id: str
    name: str
    points: int
    won: int
    lost: int
    net: int


@dataclass(frozen=True)
class ResultsSheet:
    """An event's results. `uid`: its id on boards; `begun`, `signed`: dates (ISO 8601), the second in UTC; `final`:
    nothing was open when it was signed; `champion`: the winner of the play-off, "" for none."""

    event: str
    uid: str
    format: str
    rounds: int
    begun: str
    signed: str
    final: bool
    champion: str
    rows: tuple[SheetRow, ...]


def build_sheet(desk: Desk, now: datetime | None = None) -> ResultsSheet:
    """Build the sheet of the event's present results."""
    return ResultsSheet(
        event=desk.event.name,
        uid=desk.event.uid,
        format=desk.event.format,
        rounds=desk.event.rounds,
        begun=desk.event.date,
        signed=(now or datetime.now(UTC)).date().isoformat(),
        final=not reasons_not_final(desk),
        champion=_champion(desk),
        rows=tuple(
            SheetRow(one.rank if one.ranked else 0, one.id, one.name, one.points, one.won, one.lost, one.net)
            for one in compute_standings(desk)
        ),
    )


def _champion(desk: Desk) -> str:
    """Return the name of the winner of the play-off; "" before there is one."""
    stages = bracket_view(desk).rounds if desk.event.best_of else []
    return (stages[-1][0].winner or "") if stages else ""


KEY_BYTES, SIGNATURE_BYTES = 32, 64
LONGEST_CLUB = 80
_GROUPS, _DIGITS = 5, 4


def fingerprint(public_key: bytes) -> str:
    """Return a key's fingerprint, as two directors compare it by telephone: five groups of four hex digits."""
    digits = sha256(public_key).hexdigest().upper()
    return "-".join(digits[start : start + _DIGITS] for start in range(0, _GROUPS * _DIGITS, _DIGITS))


def is_signed_by(public_key: bytes, signed: bytes, signature: bytes) -> bool:
    """Return whether the signature of `signed` was made with the key."""
    try:
        VerifyKey(public_key).verify(signed, signature)
    except (BadSignatureError, ValueError):
        return False
    return True


class ClubKeys:
    """The keys in a folder; the default is the desk's own. The signing key is made when it is first asked for."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or user_data_path("cribboard") / "desk"
        self._key_file, self._names_file = folder / "results-key", folder / "known-keys.json"

    def _signing_key(self) -> SigningKey:
        if not self._key_file.exists():
            write_private(self._key_file, SigningKey.generate().encode().hex() + "\n")
        try:
            return SigningKey(bytes.fromhex(self._key_file.read_text(encoding="ascii")))
        except ValueError:
            raise DeskError(message("event.sheet.key_damaged", file=self._key_file)) from None

    @property
    def public_key(self) -> bytes:
        """The public key of this desk. Raises DeskError, OSError."""
        return bytes(self._signing_key().verify_key)

    def sign(self, data: bytes) -> bytes:
        """Return the signature of `data` with this desk's key. Raises DeskError, OSError."""
        return self._signing_key().sign(data).signature

    def club(self, public_key: bytes) -> str:
        """Return the name that the director has given a key; "" if none."""
        return self._names().get(public_key.hex(), "")

    def name_club(self, public_key: bytes, club: str) -> None:
        """Give a key the name of its club, or take it by "". Raises DeskError if it is too long."""
        if len(club) > LONGEST_CLUB:
            raise DeskError(message("event.sheet.long", longest=LONGEST_CLUB))
        names = {**self._names(), public_key.hex(): club}
        kept = {key: name for key, name in names.items() if name}
        write_private(self._names_file, json.dumps(kept, ensure_ascii=False, indent=1) + "\n")

    def _names(self) -> dict[str, str]:
        try:
            names = json.loads(self._names_file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except ValueError:
            raise DeskError(message("event.sheet.names_damaged", file=self._names_file)) from None
        return {str(key): str(name) for key, name in names.items()}


PREFIX = "CRIBBAGE-RESULTS-1:"
"""The number is the format's version."""
_SIGNED_FOR = b"cribbage results 1\n"
"""Stands before what is signed: a signature of anything else is none of results."""
_LARGEST = 4 * 1024 * 1024
"""Bytes of unpacked results."""
_LARGEST_QR = 30
"""Version of the largest QR code that a phone reads from paper."""
_SPACE = re.compile(r"\s+")


def encode_sheet(sheet: ResultsSheet, keys: ClubKeys) -> str:
    """Return the sheet as a text signed by this desk. Raises DeskError, OSError."""
    head = [getattr(sheet, field.name) for field in fields(sheet)[:-1]]
    text = json.dumps([*head, [astuple(row) for row in sheet.rows]], ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compress(text.encode(), 9)
    data = keys.public_key + keys.sign(_SIGNED_FOR + packed) + packed
    return PREFIX + b32encode(data).decode().rstrip("=")


def decode_sheet(text: str) -> tuple[ResultsSheet, bytes]:
    """Verify a signed text; return (the sheet, the public key that has signed it). White space and case do not matter.
    Raises DeskError."""
    text = _SPACE.sub("", text).upper()
    if not text.startswith(PREFIX):
        raise DeskError(message("event.sheet.strange"))
    data = _base32(text.removeprefix(PREFIX))
    key, signature = data[:KEY_BYTES], data[KEY_BYTES : KEY_BYTES + SIGNATURE_BYTES]
    packed = data[KEY_BYTES + SIGNATURE_BYTES :]
    if not is_signed_by(key, _SIGNED_FOR + packed, signature):
        raise DeskError(message("event.sheet.wrong"))
    return _unpack(packed), key


def _base32(text: str) -> bytes:
    try:
        return b32decode(text + "=" * (-len(text) % 8))
    except binascii.Error:
        raise DeskError(message("event.sheet.wrong")) from None


def _unpack(packed: bytes) -> ResultsSheet:
    """Unpack signed results. Raises DeskError for what another desk's program should not have signed."""
    try:
        values = json.loads(zlib.decompressobj().decompress(packed, _LARGEST))
        parts = dict(zip((field.name for field in fields(ResultsSheet)), values, strict=True))
        sheet = ResultsSheet(**parts | {"rows": tuple(SheetRow(*row) for row in parts["rows"])})
    except (ValueError, TypeError, RecursionError, zlib.error):
        raise DeskError(message("event.sheet.strange")) from None
    _check_types(sheet)
    for row in sheet.rows:
        _check_types(row)
    return sheet


def _check_types(part: Any) -> None:
    """Raise DeskError unless each field of a dataclass has the type that it declares."""
    for field in fields(part):
        if field.name != "rows" and type(getattr(part, field.name)) is not field.type:
            raise DeskError(message("event.sheet.strange"))


def sheet_qr_code(text: str) -> bytes | None:
    """Return a signed text as a QR code in SVG; None if it is too long for one that a phone reads."""
    try:
        code = segno.make(text, error="l", micro=False, boost_error=False)
    except segno.DataOverflowError:
        return None
    if int(code.version) > _LARGEST_QR:
        return None
    image = io.BytesIO()
    code.save(image, kind="svg", scale=4, light="#fff")
    return image.getvalue()
