"""Encode a sheet of results as a signed text that fits into a QR code, and verify such a text.

The text is PREFIX and Base32 (RFC 4648, without padding) of the public key, the signature and the results: JSON, packed
by zlib. Capitals and digits alone are what QR codes hold most of.
"""

import binascii
import io
import json
import re
import zlib
from base64 import b32decode, b32encode
from dataclasses import astuple, fields
from typing import Any

import segno

from host_tools.desk.sheets.club_keys import KEY_BYTES, SIGNATURE_BYTES, ClubKeys, is_signed_by
from host_tools.desk.sheets.results_sheet import ResultsSheet, SheetError, SheetRow
from host_tools.i18n import message

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
    Raises SheetError."""
    text = _SPACE.sub("", text).upper()
    if not text.startswith(PREFIX):
        raise SheetError(message("event.sheet.strange"))
    data = _base32(text.removeprefix(PREFIX))
    key, signature = data[:KEY_BYTES], data[KEY_BYTES : KEY_BYTES + SIGNATURE_BYTES]
    packed = data[KEY_BYTES + SIGNATURE_BYTES :]
    if not is_signed_by(key, _SIGNED_FOR + packed, signature):
        raise SheetError(message("event.sheet.wrong"))
    return _unpack(packed), key


def _base32(text: str) -> bytes:
    try:
        return b32decode(text + "=" * (-len(text) % 8))
    except binascii.Error:
        raise SheetError(message("event.sheet.wrong")) from None


def _unpack(packed: bytes) -> ResultsSheet:
    """Unpack signed results. Raises SheetError for what another desk's program should not have signed."""
    try:
        values = json.loads(zlib.decompressobj().decompress(packed, _LARGEST))
        parts = dict(zip((field.name for field in fields(ResultsSheet)), values, strict=True))
        sheet = ResultsSheet(**parts | {"rows": tuple(SheetRow(*row) for row in parts["rows"])})
    except (ValueError, TypeError, RecursionError, zlib.error):
        raise SheetError(message("event.sheet.strange")) from None
    _check_types(sheet)
    for row in sheet.rows:
        _check_types(row)
    return sheet


def _check_types(part: Any) -> None:
    """Raise SheetError unless each field of a dataclass has the type that it declares."""
    for field in fields(part):
        if field.name != "rows" and type(getattr(part, field.name)) is not field.type:
            raise SheetError(message("event.sheet.strange"))


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
