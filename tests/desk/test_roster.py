"""Tests of roster parsing: what is accepted, and errors with their rows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.desk.events.roster_csv import Entry, RosterError, parse_roster


def test_columns_in_any_order_and_of_any_separator():
    expected = [Entry(2, "Ann", "7", "", "North"), Entry(3, "Bo Öst", "", "", "")]
    for mark in (",", ";", "\t"):
        text = f"ID,Club,Name\n7,North,Ann\n,,Bo  Öst\n".replace(",", mark)  # noqa: F541
        assert parse_roster(text.encode("utf-8-sig"), pairs=False) == expected
        assert parse_roster(text.encode("utf-16"), pairs=False) == expected


def test_as_spreadsheets_on_windows_save_it():
    expected = [Entry(3, "Zoé", "7", "", ""), Entry(4, "Bo; Öst", "", "", "")]
    text = 'sep=;\r\nname;id\r\nZoé;7\r\n"Bo; Öst";\r\n'
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"):
        assert parse_roster(text.encode(encoding), pairs=False) == expected


def wrong(text, pairs=False):
    with pytest.raises(RosterError) as told:
        parse_roster(text.encode() if isinstance(text, str) else text, pairs)
    return str(told.value).split("\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["row 1: empty; the first row names the columns, one of them `name`"]),
        ("player,id\nAnn,1\n", ["row 1: no column `name`; the columns are named player, id"]),
        ("name,name\nAnn,1\n", ["row 1: the column `name` is there 2 times"]),
        ("name\n", ["row 2: no players"]),
        ("name,id\nAnn,1\n,2\n", ["row 3: name is blank"]),
        ("name,id\nAnn,1\nBo,1\n", ["row 3: id 1 is in row 2 already"]),
        ("name\nAnn\n\nBo\nann\n", ["row 5: name Ann is in row 2 already; give both an id if they are two people"]),
        (
            "name,id\nAnn,1,x\n",
            ["row 2: 'x' stands in a column without a name; quote cells that contain the separator"],
        ),
        (
            b"name\nAnn\nBj\x9drn\n",
            ["row 3: byte 0x9d is not UTF-8, nor is all of it Windows’ encoding; save it anew, in UTF-8"],
        ),
        (b"name\nAnn\n\0\n", ["row 3: not text; save it as CSV or text, in UTF-8"]),
        ('name\n"Ann\n', ["row 2: not CSV: unexpected end of data"]),
    ],
)
def test_what_is_wrong_is_told_with_its_row(text, told):
    assert wrong(text) == told


def test_everything_wrong_is_told_at_once_up_to_twenty():
    rows = "".join(f"P{i},{i % 3}\n" for i in range(1000))
    told = wrong("name,id\n" + rows)
    assert len(told) == 21
    assert told[-1] == "and 977 more"


def test_a_thousand_rows_of_a_spreadsheet_with_empty_columns_beside_them():
    rows = "".join(f"P{i},{i},,,,\n" for i in range(1000))
    entries = parse_roster(f"name,id,,,,\n{rows},,,,,\n,,,,,\n".encode(), pairs=False)
    assert len(entries) == 1000
    assert entries[-1] == Entry(1001, "P999", "999")


def test_fixed_pairs_need_partners_and_nobody_plays_twice():
    assert parse_roster(b"name,partner\nAnn,Bo\n", pairs=True)[0].title == "Ann / Bo"
    assert wrong("name,partner\nAnn,Bo\nCid,\n", pairs=True) == [
        "row 3: Cid has no partner; this event is played by fixed pairs"
    ]
    assert wrong("name,partner\nAnn,Bo\nCid,Ann\n", pairs=True)[0].startswith("row 3: name Ann is in row 2 already")


def test_two_people_of_one_name_are_told_apart_by_ids():
    assert len(parse_roster(b"name,id\nAnn,1\nAnn,2\n", pairs=False)) == 2


@settings(deadline=None)
@given(st.binary(max_size=200), st.booleans())
def test_no_bytes_make_more_than_a_roster_or_a_message(data, pairs):
    try:
        assert all(entry.name for entry in parse_roster(b"name,id\n" + data, pairs))
    except RosterError as error:
        assert str(error).startswith("row ")
