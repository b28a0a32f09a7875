"""Decode text that people hand in: rosters, results, lists, archives, as spreadsheets and consoles write them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from host_tools.i18n import message

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_WINDOWS = "cp1252"


class TextError(ValueError):
    """Bytes that are no text; the message names the row, counted from 1."""


@dataclass(frozen=True)
class Text:
    """Decoded text without a byte order mark; `note`: what has to be said about how it was read, "" for nothing."""

    text: str
    note: str = ""


def decode_text(data: bytes, strict: bool = False) -> Text:
    """Decode UTF-8, UTF-16 with a byte order mark or recognisably without, else Windows-1252, which the note says.

    `strict`: for what one of our own programs has written: no Windows-1252, as some bytes may be lost already. Raises
    TextError.
    """
    encoding = _utf16_encoding(data)
    if encoding:
        return Text(_decode_utf16(data, encoding))
    try:
        text, note = data.decode("utf-8-sig"), ""
    except UnicodeDecodeError as error:
        text, note = _decode_windows(data, error, strict), message("cli.text.windows")
    if "\0" in text:
        raise _row_error(text[: text.index("\0")].count("\n") + 1, message("cli.text.binary"))
    return Text(text, note)


def read_text_file(path: Path) -> Text:
    """Read and decode a file, or standard input if the path is `-`. Raises TextError with the file's name, OSError."""
    with naming_file(path):
        return decode_text(sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes())


@contextmanager
def naming_file(path: Path | str) -> Iterator[None]:
    """Within this context a TextError gets the file's name."""
    try:
        yield
    except TextError as error:
        raise TextError(message("cli.text.file", file=path, what=error)) from None


def without_separator_line(text: str) -> tuple[str, str]:
    """Return the text with Excel's first line `sep=;` left empty, and the separator that it names; "" for none."""
    first, line_end, rest = text.partition("\n")
    first = first.rstrip("\r")
    return ("\n" + rest, first[4:]) if line_end and len(first) == 5 and first.lower().startswith("sep=") else (text, "")


def _row_error(row: int, why: str) -> TextError:
    return TextError(message("cli.text.row", row=row, what=why))


def _utf16_encoding(data: bytes) -> str:
    """Return the encoding of UTF-16, which is known by its mark, or by every other byte of the beginning being 0."""
    if data[:2] in _UTF16:
        return "utf-16"
    if len(data) >= 4 and data[1] == data[3] == 0 != data[0]:
        return "utf-16-le"
    if len(data) >= 4 and data[0] == data[2] == 0 != data[1]:
        return "utf-16-be"
    return ""


def _decode_utf16(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        row = data[: error.start].decode(encoding, errors="ignore").count("\n") + 1
        raise _row_error(row, message("cli.text.utf16")) from None


def _decode_windows(data: bytes, error: UnicodeDecodeError, strict: bool) -> str:
    """Decode Windows-1252, in which five bytes mean nothing; `error` is why it is no UTF-8. Raises TextError."""
    row = data.count(b"\n", 0, error.start) + 1
    if strict:
        raise _row_error(row, message("cli.text.strict"))
    try:
        return data.decode(_WINDOWS)
    except UnicodeDecodeError:
        raise _row_error(row, message("cli.text.utf8")) from None
