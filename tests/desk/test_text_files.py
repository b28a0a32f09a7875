"""Text that people hand in, as their programs encode it; and what is printed, whatever the system's encoding is."""

import gettext
import io
import json
import os
import subprocess
import sys

import pytest

from host_tools.__main__ import main
from host_tools.i18n import message
from host_tools.text_files import TextError, decode_text, without_separator_line
from tests.measure import usb_boards
from tests.usb.cli_process import COMMAND, cribboard

NAMES = "Zoé Škoda\nŁukasz\n"
FRENCH = "Édith Crête\nBjörn Åkesson\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_read_with_its_mark_and_without(encoding):
    assert decode_text(NAMES.replace("Z", "z").encode(encoding)).text == NAMES.replace("Z", "z")
    assert decode_text(b"").text == ""


def test_windows_encoding_is_read_and_said():
    decoded = decode_text(FRENCH.encode("cp1252"))
    assert decoded.text == FRENCH
    assert decoded.note == message("cli.text.windows")
    assert decode_text(FRENCH.encode()).note == ""


@pytest.mark.parametrize(
    ("data", "row", "strict"),
    [
        (FRENCH.encode("cp1252"), 1, True),
        (b"Ann\nBj\xf6rn\x81\n", 2, False),
        (b"\xff\xfea\0\n\0\x00\xd8", 2, False),
        (b"Ann\n\0", 2, False),
    ],
)
def test_what_fits_no_encoding_is_refused_with_its_row(data, row, strict):
    with pytest.raises(TextError, match=f"^row {row}: "):
        decode_text(data, strict)


def test_excels_line_about_its_separator_is_no_row():
    assert without_separator_line("sep=;\r\nname\n") == ("\nname\n", ";")
    assert without_separator_line("name\nsep=;\n") == ("name\nsep=;\n", "")


@pytest.fixture
def event(tmp_path):
    """An event with names of two alphabets."""
    (tmp_path / "players.csv").write_text(f"name\n{NAMES}{FRENCH}", encoding="utf-8")
    options = ("--folder", tmp_path)
    cribboard("event", "create", "Friday", "--roster", tmp_path / "players.csv", "--rounds", 3, *options)
    return options


def test_a_roster_in_windows_encoding_is_told(tmp_path):
    (tmp_path / "players.csv").write_bytes(f"name\n{FRENCH}".encode("cp1252"))
    output = cribboard(
        "event", "create", "Friday", "--roster", tmp_path / "players.csv", "--rounds", 1, "--folder", tmp_path
    )
    assert message("cli.text.windows") in output
    assert "Édith" in cribboard("event", "standings", "Friday", "--folder", tmp_path)


def test_an_archive_is_read_whole_or_refused(event, tmp_path):
    archive = cribboard("event", "export", "Friday", *event)
    (tmp_path / "wide.json").write_bytes(archive.replace("\n", "\r\n").encode("utf-16"))
    cribboard("event", "restore", tmp_path / "wide.json", "--name", "Wide", *event)
    assert "Łukasz" in cribboard("event", "standings", "Wide", *event)
    (tmp_path / "windows.json").write_bytes(archive.replace("Ł", "L").replace("Š", "S").encode("cp1252"))
    output = cribboard("event", "restore", tmp_path / "windows.json", "--name", "Windows", *event, ok=False)
    assert "windows.json: row 1: not UTF-8, as our exports are" in output
    cribboard("event", "standings", "Windows", *event, ok=False)


def test_results_are_read_in_any_encoding(event, tmp_path):
    lines = "".join(usb_boards.result_lines(1, 2))
    for name, data in {"wide": lines.encode("utf-16"), "marked": lines.encode("utf-8-sig")}.items():
        (tmp_path / f"{name}.jsonl").write_bytes(data)
        report = json.loads(cribboard("event", "import", "Friday", tmp_path / f"{name}.jsonl", "--json", *event))
        assert report["refused"] == []
        assert report["new"] + report["again"] == 2


@pytest.fixture
def written(monkeypatch):
    """What a command writes to a stream of this encoding."""

    def write(encoding, *words):
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
        monkeypatch.setattr(gettext, "gettext", gettext.gettext)  # `main` sets it.
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.setattr(sys, "argv", ["cribboard", *map(str, words)])
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as ended:
            main()
        out.flush()
        err.flush()
        assert (ended.value.code or 0, err.buffer.getvalue()) == (0, b"")
        return out.buffer.getvalue()

    return write


@pytest.mark.parametrize("words", [("export",), ("standings", "--json"), ("standings", "--csv")])
def test_what_programs_read_is_utf_8(event, words, written):
    verb, *rest = words
    assert "Łukasz" in written("ascii", "event", verb, "Friday", *rest, *event).decode()


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_sentences_never_fail(event, encoding, written):
    assert b"ukasz" in written(encoding, "event", "standings", "Friday", *event)
    assert b"fifteen" in written(encoding, "count", "5H", "5S", "5D", "JC", "--starter", "5C")


def test_a_game_is_played_where_the_encoding_has_few_letters():
    """By a program of its own, whose streams the system makes."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "COLUMNS": "200"}
    done = subprocess.run((*COMMAND, "play", "--preset", "lurch61"), capture_output=True, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode()
