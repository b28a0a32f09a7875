"""Reads and writes JSON files with a checksum; a write replaces the file atomically.

A file is one object with its format number `v`, and ends in `sum`, the first eight hex digits of the SHA-256 of all
bytes before it, so that a flipped bit is noticed.
"""

import binascii
import hashlib
import json

from .board_files import write_pieces
from .messages import CodedError

_SUM = b', "sum": "'


class NewerFormatError(CodedError):
    """The file has a newer format than this firmware reads."""


def read_json(disk, name: str, version: int) -> dict:
    """Return the object in a file, without `v` and `sum`. Raises OSError if there is no file, ValueError, TypeError or
    RuntimeError (nested too deep) for a damaged one, NewerFormatError for a format above `version`.
    """
    file = disk.open(name, "rb")
    try:
        data = file.read()
    finally:
        file.close()
    return decode_json(data, version)


def write_json(disk, name: str, values: dict, version: int):
    """Replace file `name` atomically with `values`, as format `version`, and a checksum, unless it has them already:
    flash wears. Yields after each piece of work but the last. Raises OSError.
    """
    try:
        if read_json(disk, name, version) == values:
            return
    except (OSError, ValueError, TypeError, RuntimeError):
        pass
    yield
    yield from replace_json(disk, name, values, version)


def replace_json(disk, name: str, values: dict, version: int):
    """Do what `write_json` does, without a look at what the file holds. In the last piece the file is replaced."""
    data = encode_json(values, version)
    yield
    yield from write_pieces(disk.open(name + ".new", "wb"), (data,))
    yield
    disk.rename(name + ".new", name)


def decode_json(data: bytes, version: int) -> dict:
    """Decode a file's bytes, of any format up to `version`, as `read_json` does. Raises as that, but no OSError."""
    values = json.loads(data)
    file_version = values.pop("v", 0) if isinstance(values, dict) else 0
    if not isinstance(file_version, int) or file_version < 1:
        raise CodedError("bad-checksum")
    if file_version > version:
        raise NewerFormatError("newer-format", format=file_version, reads=version)
    if values.pop("sum", None) != _checksum(data[: data.rfind(_SUM)]):
        raise CodedError("bad-checksum")
    return values


def encode_json(values: dict, version: int) -> bytes:
    """Encode `values` as a file's bytes, with format number `version` and checksum."""
    fields = dict(values)
    fields["v"] = version
    body = json.dumps(fields).encode()[:-1]
    return body + _SUM + _checksum(body).encode() + b'"}'


def _checksum(body: bytes) -> str:
    return binascii.hexlify(hashlib.sha256(body).digest()).decode()[:8]
