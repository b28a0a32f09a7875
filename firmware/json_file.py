"""Read and write JSON files with a checksum; a write replaces the file atomically.

A file is one object with its format number `v`, and ends in `sum`, the first eight hex digits of the SHA-256 of all
before it: a flipped bit is noticed.
"""

import binascii
import hashlib
import json

_SUM = b', "sum": "'


class NewerFormatError(ValueError):
    """The file has a format newer than this firmware reads."""


def read_json(disk, name: str, version: int) -> dict:
    """Return the object in a file, without `v` and `sum`. Raises OSError where there is no file, ValueError, TypeError
    or RuntimeError (brackets nested too deep) for a damaged one, NewerFormatError for a format above `version`.
    """
    file = disk.open(name, "rb")
    try:
        data = file.read()
    finally:
        file.close()
    return decode_json(data, version)


def write_json(disk, name: str, values: dict, version: int) -> None:
    """Replace a file atomically. Raises OSError."""
    file = disk.open(name + ".new", "wb")
    file.write(encode_json(values, version))
    file.close()
    disk.rename(name + ".new", name)


def decode_json(data: bytes, version: int) -> dict:
    """Decode the object in a file's bytes, of any format up to `version`. Raises as `read_json`."""
    values = json.loads(data)
    number = values.pop("v", 0) if isinstance(values, dict) else 0
    if not isinstance(number, int) or not 1 <= number <= version:
        error = NewerFormatError if isinstance(number, int) and number > version else ValueError
        raise error("format %s; this firmware reads format %d" % (number, version))
    if values.pop("sum", None) != _checksum(data[: data.rfind(_SUM)]):
        raise ValueError("damaged: its checksum is wrong")
    return values


def encode_json(values: dict, version: int) -> bytes:
    """Encode these values as a file's bytes, with version and checksum."""
    fields = dict(values)
    fields["v"] = version
    body = json.dumps(fields).encode()[:-1]
    return body + _SUM + _checksum(body).encode() + b'"}'


def _checksum(body: bytes) -> str:
    return binascii.hexlify(hashlib.sha256(body).digest()).decode()[:8]
