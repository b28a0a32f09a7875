"""Read a roster as people hand it in, pasted, as CSV or as .xlsx, and say what was understood of it."""

import csv
import hashlib
import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from host_tools.csv_cells import unescape_formula
from host_tools.desk.events.entrants import fold
from host_tools.desk.events.roster_csv import (
    COLUMNS,
    MAX_SHOWN,
    Entry,
    RosterError,
    RowErrors,
    check_entries,
    check_lengths,
    error_texts,
    plain_text,
)
from host_tools.i18n import message, plural
from host_tools.text_files import TextError, decode_text, without_separator_line

ROLES = ("name", "first", "last", "partner", "id", "club", "hall", "paid")
"""What a column can be; "" is one that is not used."""
LARGEST = 64 * 1024 * 1024
MOST_COLUMNS = 100

_NAMES = ("name", "first", "last", "partner")
_HEADINGS = {
    "name": "name,names,full name,player,players,player name,name of player,player 1,member,members,member name,"
    "participant,participants,participant name,competitor,competitors,entrant,entrants,contestant,contestants,"
    "nom,noms,nom complet,nom et prenom,nom & prenom,nom prenom,nom/prenom,prenom et nom,prenom nom,prenom & nom,"
    "joueur,joueurs,joueuse,joueuses,joueur 1,nom du joueur,nom de la joueuse,nom des joueurs,joueurs et joueuses,"
    "membre,membres,nom du membre,participante,participantes,participant participante,inscrit,inscrits",
    "first": "first,first name,firstname,first names,given,given name,given names,givenname,forename,forenames,"
    "prenom,prenoms,prenom usuel",
    "last": "last,last name,lastname,surname,surnames,family name,familyname,nom de famille,nom famille",
    "partner": "partner,partners,partner name,partners name,name of partner,teammate,team mate,player 2,second player,"
    "partenaire,partenaires,nom du partenaire,coequipier,coequipiere,equipier,equipiere,joueur 2,2e joueur",
    "id": "id,ids,#,no,nr,num,number,member no,member nr,member number,member id,member #,member num,membership,"
    "membership no,membership number,membership id,player id,player no,player number,player #,acc no,acc number,"
    "acc #,acc id,licence,license,licence no,license no,card no,card number,"
    "n,numero,numero de membre,no de membre,no membre,n de membre,numero membre,no du membre,numero de joueur,"
    "no de joueur,no joueur,matricule,numero de licence,carte de membre",
    "club": "club,clubs,club name,home club,team,team name,grass roots,grass roots club,grassroots,chapter,league,"
    "equipe,ligue,nom du club,club d attache",
    "hall": "hall,room,salle",
    "paid": "paid,paid?,has paid,paid up,paye,paye?,a paye,regle",
    "": "phone,phone number,phone no,telephone,telephone number,tel,tel no,mobile,cell,cell phone,cellphone,email,"
    "e mail,mail,address,city,town,date,dues,fee,fees,entry fee,amount,payment,notes,note,comment,comments,status,"
    "numero de telephone,no de telephone,portable,cellulaire,courriel,adresse,adresse courriel,ville,cotisation,"
    "cotisations,frais,montant,paiement,remarque,remarques,commentaire,commentaires,statut",
}
_ROLE_OF = {heading: role for role, headings in _HEADINGS.items() for heading in headings.split(",")}
_ORDINALS = ("#", "no", "nr", "num", "number", "n", "numero")
"""Headings of a column that may only number the rows; such numbers are no ids."""
_YES = ("yes", "y", "x", "1", "true", "paid", "ok", "oui", "o", "vrai", "paye", "payee", "✓", "✔")
_NO = ("", "no", "n", "0", "false", "owes", "unpaid", "-", "–", "—", "non", "faux", "doit")
"""What a cell says of whether somebody has paid, as `fold` returns it."""
_AMOUNT = re.compile(r"(?:ca)?[$€£]? ?([0-9]{1,4}(?:[.,][0-9]{1,2})?) ?(?:[$€£](?: ?ca)?|cad|dollars?)?")
"""What somebody has paid, as `fold` returns it."""
_FEES = (
    "dues",
    "fee",
    "fees",
    "entry fee",
    "amount",
    "payment",
    "cotisation",
    "cotisations",
    "frais",
    "montant",
    "paiement",
)
"""Headings that may mean what is to be paid as well as who has paid."""
_SHORTEST_ALIKE = 5
"""Letters from which on two names that differ in one may be a person's."""
_TITLE = re.compile(
    r"\b(?:19|20)\d\d\b|:\s*$|\b(?:league|tournament|roster|players|attendance|sign[ -]?up|cribbage|"
    r"ligue|tournoi|joueurs|liste|presences|inscriptions|crible)\b"
)
_TOTAL = re.compile(r"(?:grand |sub|sous-)?tota(?:l|ls|ux)\b")
_BULLET = re.compile(r"(?:[-–—*•‣◦▪●○□☐☑✓✔·]\s+|\[[ xX]?\]\s*|\(?#?\d{1,4}[.):\]]\s*|#\d{1,4}\s+)+")
_COUNTED = re.compile(r"(\d{1,4})\s+(?=\D)")
_PHONE = r"\(?\+?\d[\d\s()./-]{5,}\d"
_CONTACT_AT_END = re.compile(rf"[\s,;:|(<–-]*(?:{_PHONE}|[^\s@<(]+@[^\s@]+\.\w+)[)>]?\s*$")
_CLUB_AT_END = re.compile(r"(.*\S)\s*\(([^()]+)\)")
_FAMILY_FIRST = re.compile(r"([^,]+),\s*([^,]+)")
_BETWEEN_PARTNERS = re.compile(r"\s*[/&+]\s*|\s+(?:and|with|et|avec)\s+")
_NO_TEXT = re.compile(rb"[\x01-\x08\x0e-\x1a]")
"""Bytes that no text in any encoding has, and nearly every damaged workbook."""
_LINE = "\x1f"
"""The separator of a text in which each line is one cell."""

Rows = list[tuple[int, list[str]]]
"""Rows that are not blank, with their numbers from 1."""


@dataclass(frozen=True)
class Column:
    """A column: its `heading`, "" for none; what it is, one of ROLES or ""; its first cell below the heading; and its
    `position`, from 0; `why_unused`: "" where nobody would ask, or it is used."""

    heading: str
    role: str
    sample: str
    position: int
    why_unused: str = ""

    @property
    def title(self) -> str:
        """Name of the column for people."""
        return self.heading or self.sample


@dataclass(frozen=True)
class RowAside:
    """A row that is no player: `what` it looks like, "title", "heading" or "total"."""

    row: int
    what: str
    text: str


@dataclass(frozen=True)
class Choices:
    """What somebody has corrected: the role of each column, and the rows that are players after all.

    `headings`: of these columns when they were chosen; a column with another heading is what that says. Empty: the
    roles are those of the columns as they stand now."""

    columns: tuple[str, ...] = ()
    players: frozenset[int] = frozenset()
    headings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Roster:
    """What was understood of a roster. `text` is the roster as text; `taken_off`: what was left out of names, as codes;
    `errors`: why it cannot be played so, with rows; `note`: how the file was read, "" for nothing to say; `amounts`:
    the column of who has paid has amounts."""

    entries: list[Entry]
    columns: list[Column]
    aside: list[RowAside]
    taken_off: tuple[str, ...]
    errors: list[str]
    text: str
    note: str = ""
    amounts: bool = False

    def checked(self) -> list[Entry]:
        """Return the entries. Raises RosterError with all errors."""
        if self.errors:
            raise RosterError("\n".join(self.errors))
        return self.entries

    @property
    def fingerprint(self) -> str:
        """A text that changes whenever the roster is understood in another way."""
        return hashlib.sha256(repr(self.entries).encode()).hexdigest()[:16]

    def described(self, pairs: bool) -> list[str]:
        """Return as sentences what was understood."""
        with_partner = sum(bool(entry.partner) for entry in self.entries)
        count = plural("event.roster.pairs" if pairs else "event.roster.people", len(self.entries))
        if with_partner and not pairs:
            count = message("event.roster.and", what=count, more=plural("event.roster.with_partner", with_partner))
        told = [message("event.roster.understood", what=count)]
        used = [self._column_text(column) for column in self.columns if column.role]
        unused = [_unused_text(column) for column in self.columns if not column.role]
        if len(self.columns) > 1 or any(column.heading for column in self.columns):
            told.append(message("event.roster.used", columns=", ".join(used)))
        if unused:
            told.append(message("event.roster.unused", columns=", ".join(unused)))
        if any(column.role == "paid" for column in self.columns):
            paid = sum(entry.paid for entry in self.entries)
            key = "event.roster.paid_amounts" if self.amounts else "event.roster.paid"
            told.append(message(key, paid=paid, count=len(self.entries)))
            if not paid:
                told.append(message("event.people.nobody_noted"))
        if self.taken_off:
            told.append(
                message(
                    "event.roster.taken_off",
                    what=", ".join(message(f"event.roster.off.{what}") for what in self.taken_off),
                )
            )
        alike = [message("event.roster.alike", **one) for one in _names_alike(self.entries)]
        told += alike[:MAX_SHOWN]
        told += [message(f"event.roster.looks.{one.what}", row=one.row, text=one.text) for one in self.aside]
        return [*told, self.note] if self.note else told

    def _column_text(self, column: Column) -> str:
        role = message(f"event.roster.role.{column.role}")
        if not column.heading or fold(column.heading) == fold(role):
            return role
        return message("event.roster.column", role=role, heading=column.heading)


def _unused_text(column: Column) -> str:
    if not column.why_unused:
        return column.title
    return message("event.roster.unused_because", heading=column.title, why=column.why_unused)


_NO_CHOICES = Choices()


def read_roster_file(path: Path, pairs: bool, choices: Choices = _NO_CHOICES) -> Roster:
    """Read a roster file as `read_roster` does. Raises RosterError, OSError."""
    if path.stat().st_size > LARGEST:
        raise RosterError(message("cli.roster.large", largest=LARGEST))
    return read_roster(path.read_bytes(), pairs, choices)


def read_roster(data: bytes, pairs: bool, choices: Choices = _NO_CHOICES) -> Roster:
    """Read a roster, text in any encoding that `decode_text` knows or .xlsx; `pairs`: each entry needs a partner. What
    is wrong with its rows is in `errors`. Raises RosterError if it has no rows that can be told apart."""
    if is_workbook(data):
        text, note = _sheet_text(data), ""
    else:
        try:
            decoded = decode_text(data)
        except TextError as error:
            raise RosterError(message("cli.roster.workbook") if _NO_TEXT.search(data) else str(error)) from None
        text, note = decoded.text, decoded.note
    return _understand(text, note, pairs, choices)


def is_workbook(data: bytes) -> bool:
    """Return whether a file is a workbook, .xlsx or an older one, by its first bytes."""
    return data[:4] in (b"PK\3\4", b"\xd0\xcf\x11\xe0")


def _sheet_text(data: bytes) -> str:
    """Return the first sheet of an .xlsx workbook that has cells, as CSV. Raises RosterError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > LARGEST:
                raise RosterError(message("cli.roster.large", largest=LARGEST))
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheets = [[[_cell_text(cell) for cell in row] for row in sheet.values] for sheet in book.worksheets]
    except RosterError:
        raise
    # What a damaged workbook raises depends on which of its parts is damaged.
    except (InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, TypeError, SyntaxError, OSError):
        raise RosterError(message("cli.roster.workbook")) from None
    rows = next((rows for rows in sheets if any(any(row) for row in rows)), [])
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(row if any(row) else [] for row in rows)
    return text.getvalue()


def _cell_text(cell: Any) -> str:
    if cell is None:
        return ""
    # Spreadsheets keep whole numbers as fractions.
    return str(int(cell) if isinstance(cell, float) and cell.is_integer() else cell)


def _understand(text: str, note: str, pairs: bool, choices: Choices) -> Roster:
    """Build the roster of a text. Raises RosterError if it is not CSV, or has no column of names."""
    rows = _rows(text)
    if not rows:
        raise RosterError(message("cli.roster.row", row=1, what=message("cli.roster.nobody")))
    heading, aside = _heading_and_titles(rows, choices.players)
    headings = next((cells for row, cells in rows if row == heading), [])
    set_aside = {one.row for one in aside}
    players = [(row, cells) for row, cells in rows if row not in set_aside]
    repeated = [row for row, cells in players if heading and cells == headings and row not in choices.players]
    totals = [
        row
        for row, cells in players
        if heading and row not in choices.players and _TOTAL.match(fold(next(filter(None, cells), "")))
    ]
    aside += [RowAside(row, "heading", ", ".join(headings)) for row in repeated]
    aside += [RowAside(row, "total", ", ".join(filter(None, dict(players)[row]))) for row in totals]
    players = [(row, cells) for row, cells in players if row not in {*repeated, *totals}]
    width = max(len(cells) for _, cells in players) if players and not headings else len(headings)
    if choices.columns and not choices.headings:
        roles = list(choices.columns)[:width] + [""] * (width - len(choices.columns))
    else:
        roles = _labelled_roles(headings, players) if headings else _guessed_roles(players, width, pairs)
        chosen = dict(zip(_numbered(choices.headings), choices.columns, strict=False))
        now = _numbered([headings[i] if i < len(headings) else "" for i in range(width)])
        roles = [chosen.get(heading, role) for heading, role in zip(now, roles, strict=True)]
    _check_roles(roles, headings, heading or 1, bool(choices.columns))
    columns = [
        Column(
            headings[i] if i < len(headings) else "",
            role,
            next((cells[i] for _, cells in players if i < len(cells) and cells[i]), ""),
            i,
            "" if role or i >= len(headings) else _why_unused(headings[i], _column(players, i), roles),
        )
        for i, role in enumerate(roles)
    ]
    # Columns without heading or cells, as spreadsheets save beside a table, are none.
    columns = [column for column in columns if column.title]
    errors: RowErrors = []
    entries, taken_off = _entries(players, roles, bool(headings), pairs, errors)
    check_entries(entries, pairs, errors)
    amounts = "paid" in roles and any(map(_has_amount, _column(players, roles.index("paid"))))
    aside.sort(key=lambda one: one.row)
    return Roster(entries, columns, aside, taken_off, error_texts(errors), text, note, amounts)


def _numbered(headings: Iterable[str]) -> list[tuple[str, int]]:
    """Return each heading with the number of equal ones before it."""
    times: Counter[str] = Counter()
    numbered = []
    for heading in headings:
        numbered.append((heading, times[heading]))
        times[heading] += 1
    return numbered


def _rows(text: str) -> Rows:
    """Split a text into rows and cells. Raises RosterError if it has a heading and is not CSV."""
    text, named = without_separator_line(text)
    lines = [line for line in text.splitlines() if line.strip()]
    separator = named or _separator(lines)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator or _LINE, strict=True)
    rows: Rows = []
    row = 1
    try:
        for cells in reader:
            # A quoted cell may hold line ends: a row is counted where it begins.
            if any(cell.strip() for cell in cells):
                rows.append((row, [_plain(cell) for cell in cells]))
            row = reader.line_num + 1
    except csv.Error as error:
        if any(_is_heading(line.split(separator or _LINE)) for line in lines[:10]):
            raise RosterError(message("cli.roster.row", row=row, what=message("cli.roster.csv", why=error))) from None
        split = ((number, line.split(separator or _LINE)) for number, line in enumerate(text.splitlines(), 1))
        rows = [(number, [_plain(cell) for cell in cells]) for number, cells in split if any(map(str.strip, cells))]
    return rows


def _plain(cell: str) -> str:
    return plain_text(unescape_formula(cell.strip(" ")))


def _separator(lines: Sequence[str]) -> str:
    """Return what separates cells: what makes a heading of one of the first lines, else what most lines have; "" for
    nothing."""
    for line in lines[:10]:
        if _is_heading([line]):
            return ""
        for mark in "\t;,|":
            if mark in line and _is_heading(line.split(mark)):
                return mark
    counts = {mark: sum(mark in line for line in lines) for mark in "\t;,|"}
    best = max(counts, key=lambda mark: counts[mark])
    return best if 2 * counts[best] > len(lines) and not (best == "," and _have_family_first(lines)) else ""


def _have_family_first(lines: Sequence[str]) -> bool:
    """Return whether lines look like `Girard, Zoé`, rather than a name and a club."""
    parts = [line.split(", ") for line in lines]
    if any(len(part) != 2 or any(map(str.isdigit, "".join(part))) for part in parts):
        return False
    single = sum(" " not in family.strip() for family, _ in parts)
    return 2 * single > len(parts) and 4 * len({given for _, given in parts}) > 3 * len(parts)


def _heading_keys(cell: str) -> Iterator[str]:
    """Yield the texts by which a heading may be known, without case, accents, points and what stands in brackets."""
    folded = fold(cell).replace("’", " ").replace("'", " ").replace("°", " ").replace("º", " ").replace("-", " ")
    for text in (folded, re.sub(r"\([^)]*\)", " ", folded), folded.replace("(", "").replace(")", "")):
        yield " ".join(text.strip('*"').replace(".", " ").replace("_", " ").rstrip(": ").split())


def _role_of(cell: str) -> str | None:
    """Return what a heading says that its column is, None if it is no known heading."""
    return next((_ROLE_OF[key] for key in _heading_keys(cell) if key in _ROLE_OF), None)


def _is_heading(cells: Iterable[str]) -> bool:
    """Return whether a row heads columns of names. One that says Player 1 alone is a player of that name."""
    roles = [(cell, _role_of(cell)) for cell in cells if len(cell) < 80]
    named = [cell[-1:] for cell, role in roles if role in _NAMES]
    return bool(named) and (not {*named} <= {"1", "2"} or {*named} == {"1", "2"})


def _heading_and_titles(rows: Rows, players: Collection[int]) -> tuple[int, list[RowAside]]:
    """Return the row of the heading, 0 for none, and the rows before and with it, which are no players; `players`: rows
    that are."""
    for index, (row, cells) in enumerate(rows[:10]):
        if row not in players and (_is_heading(cells) or (not index and _differs_from_all_below(rows))):
            before = [
                RowAside(one, "title", ", ".join(filter(None, texts)))
                for one, texts in rows[:index]
                if one not in players
            ]
            return row, [*before, RowAside(row, "heading", ", ".join(filter(None, cells)))]
    (first, cells), *others = rows
    filled = list(filter(None, cells))
    if others and first not in players and len(filled) == 1 and _TITLE.search(fold(filled[0])):
        return 0, [RowAside(first, "title", filled[0])]
    return 0, []


def _differs_from_all_below(rows: Rows) -> bool:
    """Return whether the first row is a heading by what it holds: words that head other columns than those of names, or
    a text where all rows below have numbers."""
    (_, first), *below = rows
    for i, cell in enumerate(first):
        cells = [cells[i] for _, cells in below if i < len(cells) and cells[i]]
        known = len(first) > 1 and _role_of(cell) is not None and cell not in cells
        if cell and len(below) > 1 and (known or (_has_letters(cell) and _are(_is_number, cells, len(below)))):
            return True
    return False


def _has_letters(cell: str) -> bool:
    return any(map(str.isalpha, cell))


def _has_digit(cell: str) -> bool:
    return any(map(str.isdigit, cell))


def _is_number(cell: str) -> bool:
    return _has_digit(cell) and not _has_letters(cell)


def _are(test: Callable[[str], bool], cells: Sequence[str], count: int) -> bool:
    """Return whether most of `count` rows have a cell, and all that have pass the test."""
    return 2 * len(cells) > count and all(map(test, cells))


def _column(rows: Rows, i: int) -> list[str]:
    return [cells[i] if i < len(cells) else "" for _, cells in rows]


def _roles_of(headings: Sequence[str], players: Rows) -> list[str]:
    """Return what each column is by its heading alone, but for one that can mean names and numbers: "Member" beside
    another column of names is an id if each of its cells has a digit."""
    roles = [_role_of(cell) or "" for cell in headings]
    for i, role in enumerate(roles):
        cells = [*filter(None, _column(players, i))]
        names = {heading for one, heading in zip(roles, headings, strict=True) if one in ("name", "first", "last")}
        if role == "name" and len(names) > 1 and cells and all(map(_has_digit, cells)):
            roles[i] = "" if "id" in roles else "id"
    return roles


def _labelled_roles(headings: Sequence[str], players: Rows) -> list[str]:
    """Return what each column is by its heading. Raises RosterError for a heading that is there twice."""
    roles = _roles_of(headings, players)
    if "last" in roles and "first" not in roles and "name" in roles:
        roles[roles.index("name")] = "first"
    elif "first" in roles and "last" not in roles and "name" in roles:
        roles[roles.index("name")] = "last"
    elif "name" in roles:
        # The whole name is known: its parts add nothing.
        roles = ["" if role in ("first", "last") else role for role in roles]
    elif "last" in roles and "first" not in roles:
        roles[roles.index("last")] = "name"
    elif "first" in roles and "last" not in roles:
        roles[roles.index("first")] = "name"
    for i, role in enumerate(roles):
        other = role and any(headings[i].casefold() != one.casefold() for one in _headings_of(role, roles, headings))
        if (role == "id" and _counts_rows(headings[i], _column(players, i))) or (other and role in roles[:i]):
            roles[i] = ""
    if not {*roles} & {"name", "first", "last"}:
        texts = [i for i, role in enumerate(roles) if not role and _are(_has_letters, _column(players, i), 0)]
        unknown = [i for i in texts if _role_of(headings[i]) is None]
        if unknown:
            roles[unknown[0]] = "name"
    return roles


def _headings_of(role: str, roles: Sequence[str], headings: Sequence[str]) -> list[str]:
    return [heading for one, heading in zip(roles, headings, strict=True) if one == role]


def _why_unused(heading: str, cells: Sequence[str], roles: Sequence[str]) -> str:
    """Return why a column of this heading has no role beside the `roles` of all; "" where nobody would ask."""
    role = _role_of(heading)
    if not heading or (role == "" and not {*_heading_keys(heading)} & {*_FEES}):
        return ""
    if role is None:
        return message("event.roster.why.unknown")
    if not role:
        return message("event.roster.why.fee")
    if role == "id" and _counts_rows(heading, cells):
        return message("event.roster.why.counts")
    if role in roles:
        return message("event.roster.why.another", role=message(f"event.roster.role.{role}"))
    return message("event.roster.why.whole") if role in ("first", "last") and "name" in roles else ""


def _counts_rows(heading: str, cells: Sequence[str]) -> bool:
    """Return whether a column of ids by its heading only counts the rows."""
    return bool({*_heading_keys(heading)} & {*_ORDINALS}) and _is_ordinal(cells)


def _is_ordinal(cells: Sequence[str]) -> bool:
    """Return whether the cells count the rows from 1."""
    digits = [cell.strip("#. )") for cell in cells]
    return len(cells) > 1 and digits == [str(number) for number in range(1, len(cells) + 1)]


def _guessed_roles(players: Rows, width: int, pairs: bool) -> list[str]:
    """Return what each column is where none has a heading: the first of texts are names."""
    roles = [""] * width
    texts = [i for i in range(width) if _are(_has_words, list(filter(None, _column(players, i))), 0)]
    if texts:
        roles[texts[0]] = "name"
    if len(texts) > 1 and texts[1] < width:
        first, second = _column(players, texts[0]), _column(players, texts[1])
        distinct = len(set(filter(None, second)))
        single = all(" " not in name for name in first) and distinct * 4 > len(players) * 3 and len(players) > 2
        if pairs:
            roles[texts[1]] = "partner"
        elif single and all(second):
            roles[texts[0]], roles[texts[1]] = "first", "last"
        elif not {*map(str.casefold, second)} <= {"", "yes", "no", "x", "paid", "owes", "oui", "non", "payé", "doit"}:
            roles[texts[1]] = "club"
    if pairs and len(texts) > 2:
        roles[texts[2]] = "club"
    return roles


def _has_words(cell: str) -> bool:
    return _has_letters(cell) and not re.fullmatch(r"<?\S+@\S+", cell)


def _check_roles(roles: Sequence[str], headings: Sequence[str], row: int, chosen: bool) -> None:
    """Raise RosterError unless there is one column of names, and one at most for each other role."""
    if not {*roles} & {"name", "first", "last"}:
        what = message("cli.roster.no_name", names=", ".join(filter(None, headings))) if headings else ""
        what = what or message("cli.roster.no_names")
        raise RosterError(message("cli.roster.row", row=row, what=what))
    for role in ROLES:
        if roles.count(role) > 1:
            name = message(f"event.roster.role.{role}") if chosen else role
            what = message("cli.roster.columns", column=name, count=roles.count(role))
            raise RosterError(message("cli.roster.row", row=row, what=what))


def _entries(
    players: Rows, roles: Sequence[str], labelled: bool, pairs: bool, errors: RowErrors
) -> tuple[list[Entry], tuple[str, ...]]:
    """Build the entries of the rows. Returns (entries, what was left out of names)."""
    drafts: list[tuple[int, dict[str, str]]] = []
    for row, cells in players:
        fields = {role: cells[i] for i, role in enumerate(roles) if role and i < len(cells)}
        stray = [cell for cell in cells[len(roles) :] if cell] if labelled else []
        if stray:
            errors.append((row, message("cli.roster.stray", cell=stray[0])))
        if any(fields.values()) or _has_letters("".join(cells)):
            drafts.append((row, fields))
    names, taken_off = _clean_names([fields.get("name", "") for _, fields in drafts])
    clubs = [_CLUB_AT_END.fullmatch(name) for name in names]
    club_in_name = "club" not in roles and 2 * sum(map(bool, clubs)) > len(names)
    entries = []
    for (row, fields), name, club in zip(drafts, names, clubs, strict=True):
        if club and club_in_name:
            name, fields["club"] = club[1], club[2]
        whole = name or " ".join(filter(None, (fields.get("first", ""), fields.get("last", ""))))
        partner = fields.get("partner", "")
        if pairs and not partner and len(both := _BETWEEN_PARTNERS.split(whole, maxsplit=1)) == 2:
            whole, partner = both
        fields |= {"name": whole, "partner": partner}
        paid = _has_paid(fields.get("paid", ""))
        if paid is None:
            errors.append((row, message("cli.roster.paid", text=fields["paid"])))
        entry = Entry(row, **{column: fields.get(column, "") for column in COLUMNS}, paid=bool(paid))
        check_lengths(entry, errors)
        entries.append(entry)
    return entries, (*taken_off, "club") if club_in_name else taken_off


def _has_paid(cell: str) -> bool | None:
    """Return whether a cell says that somebody has paid, by a word or an amount; None if it cannot be told."""
    folded = fold(cell)
    if folded in (*_YES, *_NO):
        return folded in _YES
    amount = _AMOUNT.fullmatch(folded)
    return float(amount[1].replace(",", ".")) > 0 if amount else None


def _has_amount(cell: str) -> bool:
    return fold(cell) not in (*_YES, *_NO) and _has_paid(cell) is not None


def _names_alike(entries: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    """Yield the rows and names of two that may be one person: their names differ in one letter, not the first, or are
    equal but for accents, and not both have an id, or just equal, and neither has. Names with numbers are told apart by
    them."""
    earlier: dict[str, tuple[Entry, str]] = {}
    for entry in entries:
        for name in filter(None, (entry.name, entry.partner)):
            folded = fold(name)
            if len(folded) < _SHORTEST_ALIKE or _has_digit(folded):
                continue
            # Who is spelt with one letter less, more or another has one of these in common.
            spellings = [folded, *(folded[:i] + folded[i + 1 :] for i in range(1, len(folded)))]
            same = next((earlier[one] for one in spellings if one in earlier), None)
            told_apart = same and (
                (fold(same[1]) == folded and same[0].id and entry.id)
                or (same[1].casefold() == name.casefold() and (same[0].id or entry.id))
            )
            if same and not told_apart:
                yield {"row": same[0].row, "name": same[1], "other_row": entry.row, "other": name}
            for one in spellings:
                earlier.setdefault(one, (entry, name))


def _clean_names(names: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Take numbering, bullets, telephones and addresses off names, and turn those that most have family name first.
    Returns (names, what was done as codes)."""
    taken_off = []
    plain = [_BULLET.sub("", name, count=1) if _BULLET.match(name) else name for name in names]
    counted = [match and int(match[1]) for match in map(_COUNTED.match, plain)]
    if len(plain) > 1 and all(counted) and all(b == a + 1 for a, b in pairwise(filter(None, counted))):
        plain = [_COUNTED.sub("", name, count=1) for name in plain]
    if plain != list(names):
        taken_off.append("numbering")
    reachable = [_CONTACT_AT_END.sub("", name) for name in plain]
    if reachable != plain:
        taken_off.append("contact")
    turned = [_FAMILY_FIRST.fullmatch(name) for name in reachable]
    if 2 * sum(map(bool, turned)) > len(names):
        taken_off.append("turned")
        reachable = [f"{m[2]} {m[1]}" if m else name for m, name in zip(turned, reachable, strict=True)]
    return reachable, tuple(taken_off)
