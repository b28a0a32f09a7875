"""What is missing, what disagrees and by which rule it counts, and which lines wait for the director."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from host_tools.desk import disputes, faults, lines, reading, settle
from host_tools.desk.event import kind_of, rounds_seated
from host_tools.desk.model import Event, Line, Score
from host_tools.desk.rulings import Card, Ruling
from host_tools.desk.standings import apparent_qualifiers

CHAIN = {
    reading.BROKEN: "its chain is broken: it does not follow the board's line before it",
    reading.DOUBLED: "the board has given this number to two results",
}


@dataclass(frozen=True)
class Finding:
    """One thing found. `kind` is missing, card-missing, cards-differ, ruled, boards-differ, board-and-cards-differ,
    doubled, code, wrong-round, gap, or what is wrong with a line; `rules` name the rules followed; `open`: the
    director has to decide. `line` is a line's id, where it is about one.
    """

    kind: str
    text: str
    round: int | None = None
    table: int | None = None
    game: int | None = None
    rules: tuple[str, ...] = ()
    open: bool = True
    line: int | None = None


def check(session: Session, event: Event, number: int | None = None) -> list[Finding]:
    """Everything that is not as it should be, in all rounds that have been seated or in one."""
    found = [*_disputes(session, event), *_tables(session, event, number), *_lines(session, event)]
    found += _gaps(session, event)
    wanted = [one for one in found if number is None or one.round in (number, None)]
    return sorted(wanted, key=lambda one: (one.round or 0, one.table or 0, one.game or 0, one.kind))


def _disputes(session: Session, event: Event) -> Iterator[Finding]:
    qualifiers = apparent_qualifiers(session, event)
    for one in disputes.settled(session, event, qualifiers):
        kind = "cards-differ" if one.ruling.open else "ruled"
        text = f"A wrote {shown(one.cards[0])}, B {shown(one.cards[1])}; {_counts(one.ruling)}"
        yield Finding(kind, text, one.round, one.table, one.game, one.ruling.rules, bool(one.ruling.open))


def shown(card: Card) -> str:
    """A card in short: 2+17, 0-16, or holes where no spread is kept."""
    if card.spread is None and card.holes is not None:
        return f"{card.holes}–{card.against}"
    return f"{card.points}{card.column}{'blank' if card.spread is None else f'{card.spread:02}'}"


def _counts(ruling: Ruling) -> str:
    if ruling.open:
        return f"no rule decides: {ruling.open}"
    a, b = (f"{side.points} and {side.spread or 0:+03}" for side in ruling.sides)
    return f"A counts {a}, B {b}"


def _tables(session: Session, event: Event, number: int | None) -> Iterator[Finding]:
    for seated in rounds_seated(session, event):
        if number not in (None, seated.number):
            continue
        games = 1 if seated.kind != "main" else kind_of(event).games
        keys = [(seated.number, table) for table in _tables_of(session, event, seated.number)]
        for part in settle.by_round(keys):
            seats = settle.seats_at(session, event, part)
            cards, came = settle.current_cards(session, event, part), settle.lines_at(session, event, part)
            for key in part:
                yield from _table(key, games, seats[key], came[key], cards[key])


def _tables_of(session: Session, event: Event, number: int) -> list[int]:
    from host_tools.desk.entering import versions

    return sorted(versions(session, event, number))


def _table(key, games: int, seats, came, cards) -> Iterator[Finding]:
    stand = settle.standing(came)
    for game in sorted({*range(1, games + 1), *stand, *cards}):
        given = cards.get(game, {})
        yield from _game((*key, game), seats, stand.get(game, []), given)
        yield from _codes((*key, game), came, given)


def _game(game: tuple[int, int, int], seats, stand, given) -> Iterator[Finding]:
    directed = bool(given) and all(card.source == "director" for card in given.values())
    if not stand and not given:
        yield Finding("missing", "no result", *game)
    elif not stand and len(given) < len(seats):
        yield Finding("card-missing", f"no card of side {', '.join(sorted(seats.keys() - given.keys()))}", *game)
    if len(stand) > 1:
        line = settle.effective(stand)
        boards = ", ".join(f"{one.board} ({one.n})" for one in stand)
        if line is None:
            yield Finding("boards-differ", f"lines of {boards} say different things", *game, open=not directed)
        else:
            yield Finding("doubled", f"several lines for one game, counted once: {boards}", *game, open=False)
    elif stand and given and not directed:
        yield from _against_cards(game, stand[0], given)


def _against_cards(game: tuple[int, int, int], line, given) -> Iterator[Finding]:
    sides = dict(zip("ABCD", lines.unpacked(line.sides), strict=False))
    for letter, card in sorted(given.items()):
        side = sides.get(letter)
        signed = settle.as_card(card).signed
        if side and (side.won, side.points) == (card.won, card.points) and signed in (side.spread, 0):
            continue
        board = f"{side.points} and {side.spread:+03}" if side else "nothing"
        text = f"the board says {board} for side {letter}, its card {shown(settle.as_card(card))}; the board counts"
        yield Finding("board-and-cards-differ", text, *game)


def _codes(game: tuple[int, int, int], came, given) -> Iterator[Finding]:
    codes = {line.code for line in came if line.game == game[2] and line.code}
    for code in sorted({card.code for card in given.values() if card.code}):
        if codes and code not in codes:
            yield Finding("code", f"the code {code} on the card is not that of the board's result", *game)
        elif not codes:
            yield Finding("code", f"the code {code} waits for the board's result to be read", *game, open=False)


def _lines(session: Session, event: Event) -> Iterator[Finding]:
    last = len(rounds_seated(session, event))
    columns = (Line.id, Line.board, Line.n, Line.round, Line.table, Line.game, Line.fault, Line.chain, Line.end)
    faulty = (Line.fault != "") | (Line.chain != "")
    for line in session.execute(select(*columns).where(Line.event_id == event.id, Line.decision == "", faulty)):
        why = " and ".join(filter(None, (faults.WORDS.get(line.fault), CHAIN.get(line.chain))))
        text = f"result {line.n} of board {line.board}: {why}"
        yield Finding(line.fault or line.chain, text, *line[3:6], line=line.id)
    scored = select(Score.player).where(
        Score.event_id == Line.event_id, Score.round == Line.round, Score.table == Line.table
    )
    lost = select(*columns).where(Line.event_id == event.id, Line.decision != "rejected", ~scored.exists())
    for line in session.execute(lost.where(Line.end.not_in((lines.REOPENED, lines.CLEARED)))):
        if not (line.fault or line.chain) and (line.round > last or not _seated(session, event, line)):
            place = f"table {line.table} in round {line.round}"
            text = f"result {line.n} of board {line.board} is for {place}, where nobody sits"
            yield Finding("wrong-round", text, *line[3:6], line=line.id)


def _seated(session: Session, event: Event, line) -> bool:
    return bool(settle.seats_at(session, event, [(line.round, line.table)]))


def _gaps(session: Session, event: Event) -> Iterator[Finding]:
    before = func.lag(Line.n).over(partition_by=Line.board, order_by=Line.n)
    numbers = select(Line.board, Line.n, before.label("before")).where(Line.event_id == event.id).subquery()
    for row in session.execute(select(numbers).where(numbers.c.n > numbers.c.before + 1)):
        some = f"result {row.n - 1}" if row.n - 2 == row.before else f"results {row.before + 1} to {row.n - 1}"
        yield Finding("gap", f"{some} of board {row.board} have not been read", open=False)
