"""Tests of signed results, which another desk verifies without a network."""

import json
import re
import zlib
from base64 import b32encode
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.desk.errors import DeskError
from host_tools.desk.web.signed_results import (
    ClubKeys,
    ResultsSheet,
    SheetRow,
    build_sheet,
    decode_sheet,
    encode_sheet,
    fingerprint,
    sheet_qr_code,
)
from tests.desk.conftest import nine_rounds, once

NOW = datetime(2026, 3, 6, 23, 0, tzinfo=UTC)


@pytest.fixture(scope="session")
def keys(tmp_path_factory):
    return ClubKeys(tmp_path_factory.mktemp("elm"))


night = once(nine_rounds)


@pytest.fixture
def played(night):
    return night.ask(build_sheet, NOW)


def test_another_desk_reads_what_was_signed_and_by_whom(played, keys):
    assert decode_sheet(encode_sheet(played, keys)) == (played, keys.public_key)
    assert (len(played.rows), played.rows[0].rank, played.signed) == (22, 1, "2026-03-06")


def test_it_stays_right_in_lines_and_small_letters(played, keys):
    text = encode_sheet(played, keys)
    broken = "\r\n".join(text[start : start + 60] for start in range(0, len(text), 60)).lower()
    assert decode_sheet(f"  {broken}\n")[0] == played


@given(st.data())
def test_nothing_of_it_can_be_changed(keys, data):
    row = SheetRow(1, "7", "Rémi Côté", 12, 6, 2, 31)
    text = encode_sheet(
        ResultsSheet("Friday", "Friday-1", "acc", 8, "2026-03-06", "2026-03-06", True, "", (row,)), keys
    )
    at = data.draw(st.integers(len("CRIBBAGE-RESULTS-1:"), len(text) - 2))
    other = data.draw(st.sampled_from([letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" if letter != text[at]]))
    for changed in (text[:at] + other + text[at + 1 :], text[:at]):
        with pytest.raises(DeskError, match="the signature is wrong"):
            decode_sheet(changed)


def test_results_signed_anew_with_another_key_are_another_key_s(played, keys, tmp_path):
    forged = encode_sheet(replace(played, champion="Mallory"), ClubKeys(tmp_path))
    assert decode_sheet(forged)[1] != keys.public_key


@pytest.mark.parametrize("text", ["", "hello", "CRIBBAGE-RESULTS-2:AAAA", '{"format":"cribboard event"}'])
def test_what_is_no_sheet_is_told(text):
    with pytest.raises(DeskError, match="no signed sheet"):
        decode_sheet(text)


@pytest.mark.parametrize(
    "values",
    [
        *([], ["Friday"], {}, b"[" * 100_000),
        *(["e", "u", "acc", "8", "b", "s", True, "", []], ["e", "u", "acc", 8, "b", "s", 1, "", []]),
    ],
    ids=lambda values: str(values)[:20],
)
def test_what_a_strange_program_has_signed_is_told(keys, values):
    packed = zlib.compress(values if isinstance(values, bytes) else json.dumps(values).encode())
    data = keys.public_key + keys.sign(b"cribbage results 1\n" + packed) + packed
    with pytest.raises(DeskError, match="no signed sheet"):
        decode_sheet("CRIBBAGE-RESULTS-1:" + b32encode(data).decode().rstrip("="))


def test_a_signature_of_something_else_is_none_of_results(keys):
    packed = zlib.compress(b"[]")
    data = keys.public_key + keys.sign(packed) + packed
    with pytest.raises(DeskError, match="the signature is wrong"):
        decode_sheet("CRIBBAGE-RESULTS-1:" + b32encode(data).decode().rstrip("="))


@pytest.mark.parametrize(("players", "fits"), [(60, True), (300, False)])
def test_a_club_s_evening_fits_into_a_code_that_phones_read(keys, players, fits):
    rows = tuple(
        SheetRow(i, f"ON{i:03}", f"Player Number{i * 7919 % 1000}", i % 20, i % 9, i % 8, i - 30)
        for i in range(players)
    )
    sheet = ResultsSheet("Friday", "Friday-0a1b2c3d4e5f", "acc", 9, "2026-03-06", "2026-03-06", True, "Ann", rows)
    assert (sheet_qr_code(encode_sheet(sheet, keys)) is not None) == fits


def test_a_key_stays_the_desk_s_and_is_nobody_else_s_to_read(tmp_path):
    first = ClubKeys(tmp_path).public_key
    assert ClubKeys(tmp_path).public_key == first
    assert (tmp_path / "results-key").stat().st_mode & 0o777 == 0o600
    assert re.fullmatch(r"([0-9A-F]{4}-){4}[0-9A-F]{4}", fingerprint(first))


def test_clubs_have_names(tmp_path, keys):
    own = ClubKeys(tmp_path)
    assert own.club(keys.public_key) == ""
    own.name_club(keys.public_key, "Club de l’Érable")
    assert ClubKeys(tmp_path).club(keys.public_key) == "Club de l’Érable"
    own.name_club(keys.public_key, "")
    assert own.club(keys.public_key) == ""
    with pytest.raises(DeskError, match="up to 80"):
        own.name_club(keys.public_key, "x" * 81)


@pytest.mark.parametrize("file", ["results-key", "known-keys.json"])
def test_a_damaged_file_of_keys_is_named(tmp_path, keys, file):
    (tmp_path / file).write_text("{damaged")
    with pytest.raises(DeskError, match=rf"{file}: damaged"):
        print(ClubKeys(tmp_path).public_key, ClubKeys(tmp_path).club(keys.public_key))
