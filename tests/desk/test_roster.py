"""Tests of rosters: what is understood of a list as people hand it in, and errors with their rows."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from host_tools.desk.events.roster_csv import Entry, RosterError
from host_tools.desk.events.roster_reader import Choices, read_roster


def read(text, pairs=False, **choices):
    return read_roster(text.encode() if isinstance(text, str) else text, pairs, Choices(**choices))


def parse(text, pairs=False):
    return read(text, pairs).checked()


def names(text, pairs=False):
    return [entry.title for entry in parse(text, pairs)]


def test_columns_in_any_order_and_of_any_separator():
    expected = [Entry(2, "Ann", "7", "", "North"), Entry(3, "Bo Öst", "", "", "")]
    for mark in (",", ";", "\t", "|"):
        text = f"ID,Club,Name\n7,North,Ann\n,,Bo  Öst\n".replace(",", mark)  # noqa: F541
        assert parse(text.encode("utf-8-sig")) == expected
        assert parse(text.encode("utf-16")) == expected


@pytest.mark.parametrize("words", [("yes", "no", ""), ("x", "", ""), ("1", "0", "0"), ("Oui", "non", "doit")])
def test_who_has_paid_is_read_and_told(words):
    heading = "Paid" if words[0] != "Oui" else "Payé"
    roster = read(f"Name,{heading}\n".encode() + "".join(f"P{i},{word}\n" for i, word in enumerate(words)).encode())
    assert [entry.paid for entry in roster.checked()] == [True, False, False]
    assert "Paid: 1 of 3." in roster.described(False)


@pytest.mark.parametrize("amount", ["5", "5 $", "5,00", "$5.00", "5,00\xa0$", "10 CAD", "5 dollars"])
def test_an_amount_above_zero_says_that_somebody_has_paid(amount):
    roster = read(f"Nom;Payé\nAnn;oui\nBo;{amount}\nCy;\nDi;0,00 $\n")
    assert [entry.paid for entry in roster.checked()] == [True, True, False, False]
    assert "Paid: 2 of 4; amounts are taken as paid." in roster.described(False)


def test_a_column_in_which_nobody_has_paid_says_who_is_taken_to_have_paid():
    told = read("name,paid\nAnn,no\nBo,0\n").described(False)
    assert told[2:4] == [
        "Paid: 0 of 2.",
        "No payment has been noted, so everybody who was seated is taken to have paid.",
    ]


def test_a_cell_that_does_not_say_whether_somebody_has_paid_is_refused_unless_the_column_is_not_used():
    text = "Name,Paid\nAnn,yes\nBo,cheque\nCy,-5\n"
    assert read(text).errors == [
        f"row {row}: paid is yes, no or an amount, not “{cell}”" for row, cell in ((3, "cheque"), (4, "-5"))
    ]
    without = read(text, columns=("name", ""))
    assert not without.errors
    assert "Not used: Paid." in without.described(False)


@pytest.mark.parametrize(
    ("heading", "told"),
    [
        ("#,Name", "# (numbers the rows)"),
        ("Elo,Name", "Elo (unknown heading)"),
        ("Cotisation,Name", "Cotisation (who has paid stands under “Paid”)"),
        ("Email,Name", "Email"),
    ],
)
def test_why_a_column_is_not_used_is_said(heading, told):
    roster = read(f"{heading},Club,Team\n1,Ann,Mill,Red\n2,Bo,Quay,Blue\n")
    assert f"Not used: {told}, Team (there is another column: club)." in roster.described(False)
    whole = "another column has the whole name"
    parts = f"Not used: First name ({whole}), Last name ({whole})."
    assert parts in read("Name,First name,Last name\nAnn Lee,Ann,Lee\n").described(False)


def test_names_that_may_be_one_person_s_are_pointed_out():
    roster = b"name,id\nJon Smith,1\nJohn Smith,2\nEve Long,3\nEv\xe9 Long,\nPlayer 1,5\nPlayer 2,6\nJon Smith,7\n"
    told = read(roster).described(False)
    assert [text for text in told if "two people?" in text] == [
        "Rows 2 and 3: are Jon Smith and John Smith two people?",
        "Rows 4 and 5: are Eve Long and Evé Long two people?",
    ], "ids tell two of one name apart"


def test_one_id_tells_two_of_one_name_apart_and_nobody_is_asked():
    for text in ("name,id\nJean Roy,\nJean Roy,2\n", "name,id\nJean Roy,2\nJEAN ROY,\n"):
        roster = read(text)
        assert not roster.errors
        assert not any("two people?" in told for told in roster.described(False))


def test_as_spreadsheets_on_windows_save_it():
    expected = [Entry(3, "Zoé", "7", "", ""), Entry(4, "Bo; Öst", "", "", "")]
    text = 'sep=;\r\nname;id\r\nZoé;7\r\n"Bo; Öst";\r\n'
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"):
        assert parse(text.encode(encoding)) == expected
    assert "Windows" in read(text.encode("cp1252")).described(False)[-1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Member,Dues\nTove Lind,paid\nRafe Cole,owes\n", ["Tove Lind", "Rafe Cole"]),
        ("Player,Paid\nJon,yes\nAnn,yes\n", ["Jon", "Ann"]),
        ("Firstname\tSurname\nTove\tLind\nRafe\tCole\n", ["Tove Lind", "Rafe Cole"]),
        ("First name,Surname,Member\nTove,Lind,101\nRafe,Cole,\n", ["Tove Lind", "Rafe Cole"]),
        ("Member,Name\nA7,Tove Lind\nA9,Rafe Cole\n", ["Tove Lind", "Rafe Cole"]),
        ("Joueur;Nom du joueur;Prénom\n7;Girard;Zoé\n9;Roy;Léo\n", ["Zoé Girard", "Léo Roy"]),
        ("First name\tLast name\nTove\tLind\n", ["Tove Lind"]),
        ("Name,First name\nLind,Tove\n", ["Tove Lind"]),
        ("Name\tSurname\nTove\tLind\n", ["Tove Lind"]),
        ("Nom;Prénom;Club\nGirard;Zoé;A\nGirard;Léo;B\n", ["Zoé Girard", "Léo Girard"]),
        ("Nom de famille;Prénoms\nGirard;Zoé\n", ["Zoé Girard"]),
        ("Nom complet;N° de membre\nZoé Girard;7\n", ["Zoé Girard"]),
        ("Participant(e)s:\nZoé Girard\n", ["Zoé Girard"]),
        ("Thursday league 2026,,\n,,\nName,Club,Member no\nTove Lind,Mill,12\n", ["Tove Lind"]),
        ("Thursday league 2026\nTove Lind\nRafe Cole\n", ["Tove Lind", "Rafe Cole"]),
        ("1) Tove Lind\n2) Rafe Cole\n", ["Tove Lind", "Rafe Cole"]),
        ("1. Jon\n2. Ann\n10. Bo\n", ["Jon", "Ann", "Bo"]),
        ("1 Jon\n2 Ann\n3 Bo\n", ["Jon", "Ann", "Bo"]),
        ("1\tJon\n2\tAnn\n", ["Jon", "Ann"]),
        ("- Tove Lind (Mill)\n- Rafe Cole (Quay)\n", ["Tove Lind", "Rafe Cole"]),
        ("• Tove Lind\n* Rafe Cole\n", ["Tove Lind", "Rafe Cole"]),
        ("Ann;555-1234\nBo;555-1235\n", ["Ann", "Bo"]),
        ("Ann Lee 555-1234\nBo Ray <bo@club.example>\n", ["Ann Lee", "Bo Ray"]),
        ("Girard, Zoé\nTremblay, Léo\n", ["Zoé Girard", "Léo Tremblay"]),
        ("Spieler,Telefon\nAnn,555-1234\nBo,555-1235\n", ["Ann", "Bo"]),
        ("Name,Points\nAnn,5\nBo,6\nTotal,11\n", ["Ann", "Bo"]),
        ('Jon "Ace" Lee\n"Doc" Ann Ray\n', ['Jon "Ace" Lee', '"Doc" Ann Ray']),
        ("sep=,\r\nname,club\r\nTove Lind,Mill\r\n", ["Tove Lind"]),
        ("Player 1\nPlayer 2\n", ["Player 1", "Player 2"]),
        ("Côté, Rémi\nAnn\nBo\n", ["Côté, Rémi", "Ann", "Bo"]),
    ],
)
def test_a_list_as_people_write_it(text, expected):
    assert names(text) == expected


@pytest.mark.parametrize(
    "text",
    ["Nom;Partenaire\nAnn;Bo\nCy;Di\n", "Joueur 1,Joueur 2\nAnn,Bo\nCy,Di\n", "Ann / Bo\nCy & Di\n", "Ann,Bo\nCy,Di\n"],
)
def test_pairs_as_people_write_them(text):
    assert names(text, pairs=True) == ["Ann / Bo", "Cy / Di"]


def test_what_was_understood_is_said():
    text = "Thursday league 2026,,\n,,\nMember,Dues,Club\nTove Lind,paid,Mill\nRafe Cole,owes,Quay\n"
    assert read(text).described(pairs=False) == [
        "Understood: 2 people.",
        "Columns: name (“Member”), club.",
        "Not used: Dues (who has paid stands under “Paid”).",
        "Row 1 looks like a title, and does not play: Thursday league 2026",
        "Row 3 looks like a heading, and does not play: Member, Dues, Club",
    ]
    assert read("1. Ann\n2. Bo\n").described(False) == [
        "Understood: 2 people.",
        "Taken off the names: numbering and bullets.",
    ]


def test_a_choice_holds_for_the_heading_it_was_made_for():
    made = {"columns": ("name", "club", ""), "headings": ("Nom", "Ville", "Téléphone")}
    for text in ("Nom,Ville,id\nAnn,Mill,7\n", "id,Nom,Ville\n7,Ann,Mill\n", "Nom,Ville,id,Téléphone\nAnn,Mill,7,5\n"):
        assert read(text, **made).checked() == [Entry(2, "Ann", "7", "", "Mill")]
    unlabelled = {"columns": ("", "name"), "headings": ("", "")}
    assert read("Ann,Bo\nCy,Di\n", **unlabelled).checked() == [Entry(1, "Bo"), Entry(2, "Di")]


def test_columns_and_rows_are_what_somebody_says_they_are():
    text = "name,town\nAnn,Mill\nBo,Quay\n"
    assert [entry.club for entry in parse(text)] == ["", ""]
    roster = read(text, columns=("name", "club"))
    assert [entry.club for entry in roster.entries] == ["Mill", "Quay"]
    assert roster.fingerprint != read(text).fingerprint
    listed = "Cribbage 2026\nAnn\nBo\n"
    assert names(listed) == ["Ann", "Bo"]
    assert [entry.name for entry in read(listed, players=frozenset({1})).entries] == ["Cribbage 2026", "Ann", "Bo"]


def test_a_column_that_counts_the_rows_is_no_id():
    assert [entry.id for entry in parse("No,Name\n1,Ann\n2,Bo\n")] == ["", ""]
    assert [entry.id for entry in parse("No,Name\n14,Ann\n2,Bo\n")] == ["14", "2"]
    assert [entry.id for entry in parse("id,Name\n1,Ann\n2,Bo\n")] == ["1", "2"]


def test_accents_in_one_character_or_two_are_the_same_name():
    assert names("name\nZoé\n") == names("name\nZoe\u0301\n") == ["Zoé"]


def workbook(*rows):
    book, data = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(data)
    return data.getvalue()


def test_a_workbook_of_a_spreadsheet():
    data = workbook(("Ligue du jeudi", None), (None, None), ("Prénom", "Nom", "N°"), ("Zoé", "Girard", 12.0))
    roster = read(data)
    assert roster.checked() == [Entry(4, "Zoé Girard", "12")]
    assert read(roster.text).entries == roster.entries


@pytest.mark.parametrize(
    "data", [b"PK\3\4 no workbook", b"\xd0\xcf\x11\xe0 an old one", workbook()[:400], b"\x9d" + workbook()]
)
def test_a_workbook_that_cannot_be_read_is_told(data):
    assert wrong(data) == ["no spreadsheet that can be read; save it anew as .xlsx or CSV"]


def wrong(text, pairs=False):
    with pytest.raises(RosterError) as told:
        parse(text, pairs)
    return str(told.value).split("\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["row 1: no players"]),
        ("id,club\n1,North\n2,South\n", ["row 1: no column of names; the columns are named id, club"]),
        ("name,name\nAnn,1\n", ["row 1: the column `name` is there 2 times"]),
        ("name\n", ["row 2: no players"]),
        ("name,id\nAnn,1\n,2\n", ["row 3: name is blank"]),
        ("name,id\nAnn,1\nBo,1\n", ["row 3: id 1 is in row 2 already"]),
        (
            "name\nAnn\n\nBo\nann\n",
            ["row 5: name Ann is in row 2 already; if they are two people, give each an id, in a column `id`"],
        ),
        (
            "name,id\nAnn,1,x\n",
            ["row 2: 'x' stands in a column without a name; quote cells that contain the separator"],
        ),
        (
            b"name\nAnn\nBj\x9drn\n",
            ["row 3: neither UTF-8 nor Windows’ encoding; save it anew as text or CSV, in UTF-8"],
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
    entries = parse(f"name,id,,,,\n{rows},,,,,\n,,,,,\n")
    assert len(entries) == 1000
    assert entries[-1] == Entry(1001, "P999", "999")


def test_fixed_pairs_need_partners_and_nobody_plays_twice():
    assert names("name,partner\nAnn,Bo\n", pairs=True) == ["Ann / Bo"]
    assert wrong("name,partner\nAnn,Bo\nCid,\n", pairs=True) == [
        "row 3: Cid has no partner; this event is played by fixed pairs"
    ]
    assert wrong("name,partner\nAnn,Bo\nCid,Ann\n", pairs=True)[0].startswith("row 3: name Ann is in row 2 already")


def test_two_people_of_one_name_are_told_apart_by_ids():
    assert len(parse("name,id\nAnn,1\nAnn,2\n")) == 2


@settings(deadline=None)
@given(st.binary(max_size=200), st.booleans(), st.booleans())
def test_no_bytes_make_more_than_a_roster_or_a_message(data, pairs, headed):
    try:
        assert all(entry.name for entry in parse((b"name,id\n" if headed else b"") + data, pairs))
    except RosterError as error:
        assert str(error).startswith(("row ", "no spreadsheet"))
