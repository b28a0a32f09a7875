"""Find missing results, differing cards with the rule that decides them, and held lines."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from host_tools.desk.events import RoundRules, round_rules, rounds_seated
from host_tools.desk.intake import HeldLine, held_lines
from host_tools.desk.rounds import table_versions
from host_tools.desk.scoring import (
    Key,
    Ruling,
    WrittenCard,
    apparent_qualifiers,
    card_of,
    current_cards,
    disputed_games,
    keys_by_round,
    lines_at,
    seats_at,
    usable_lines,
)
from host_tools.desk.store import DeskError, Event, Line, Score
from host_tools.results import unpack_sides
from host_tools.words import word, words


@dataclass(frozen=True)
class Finding:
    """One thing found. `kind` is missing, card-missing, cards-differ, ruled, board-and-cards-differ, repeated, code,
    gap, boards-differ, or the first reason for which a line is held.

    `rules` name the rules followed; `open`: somebody has to do something. `held` are the lines to decide about: of
    several, one can be accepted. `line` is the number of the only one.
    """

    kind: str
    text: str
    round: int | None = None
    table: int | None = None
    game: int | None = None
    rules: tuple[str, ...] = ()
    open: bool = True
    line: int | None = None
    held: tuple[HeldLine, ...] = ()


def find_problems(session: Session, event: Event, number: int | None = None) -> list[Finding]:
    """Find everything that needs attention, in all seated rounds or in round `number`. Raises DeskError where it is not
    seated."""
    seated = len(rounds_seated(session, event))
    if number is not None and not 1 <= number <= seated:
        raise DeskError(word("desk.error.round_not_seated", round=number, event=event.name))
    held = held_lines(session, event)
    found = [*_disputes(session, event), *_tables(session, event, number, held), *_held(held), *_gaps(session, event)]
    wanted = [one for one in found if number is None or one.round in (number, None)]
    return sorted(wanted, key=lambda one: (one.round or 0, one.table or 0, one.game or 0, one.kind))


def all_clear(session: Session, event: Event, number: int | None = None) -> str:
    """The sentence for no findings, which names the rounds it is about."""
    if number is not None:
        return word("desk.found.clear_round", round=number)
    seated = len(rounds_seated(session, event))
    if not seated:
        return word("desk.found.clear_none")
    key = "desk.found.clear_first" if seated == 1 else "desk.found.clear"
    return word(key, round=seated, rounds=max(seated, event.rounds))


def _disputes(session: Session, event: Event) -> Iterator[Finding]:
    """Findings about games whose two cards differ, with the ruling."""
    qualifiers = apparent_qualifiers(session, event)
    for one in disputed_games(session, event, qualifiers):
        kind = "cards-differ" if one.ruling.open else "ruled"
        a, b = map(card_text, one.cards)
        text = word("desk.found.wrote", a=a, b=b, counts=_counts(one.ruling))
        rules = tuple(word(f"desk.rule.{rule}") for rule in one.ruling.rules)
        yield Finding(kind, text, one.round, one.table, one.game, rules, bool(one.ruling.open))


def card_text(card: WrittenCard) -> str:
    """A card as text: `2+17`, `0-16`, or holes where the preset has no spread."""
    if card.spread is None and card.holes is not None:
        return f"{card.holes}–{card.against}"
    return f"{card.points}{card.column}{word('desk.found.blank') if card.spread is None else f'{card.spread:02}'}"


def _counts(ruling: Ruling) -> str:
    if ruling.open:
        return word("desk.found.undecided", why=ruling.open)
    a, b = (_points(side.points, side.spread or 0) for side in ruling.sides)
    return word("desk.found.counts", a=a, b=b)


def _points(points: int, spread: int) -> str:
    return word("desk.found.points", points=points, spread=f"{spread:+03}")


def _tables(session: Session, event: Event, number: int | None, held: list[HeldLine]) -> Iterator[Finding]:
    waiting = defaultdict(list)
    for one in held:
        waiting[one.round, one.table, one.game].append(one.line)
    for seated, rules in round_rules(session, event).items():
        if number not in (None, seated):
            continue
        keys = [(seated, table) for table in sorted(table_versions(session, event, seated))]
        winners = _winners(session, event, seated)
        for part in keys_by_round(keys):
            seats = seats_at(session, event, part)
            cards, lines = current_cards(session, event, part), lines_at(session, event, part)
            for key in part:
                out = _games_to_play(rules, {game: won for (at, game), won in winners.items() if at == key[1]})
                for game in out:
                    yield _missing((*key, game), seats[key], cards[key].get(game, {}), waiting[*key, game])
                yield from _table(key, lines[key], cards[key])


def _winners(session: Session, event: Event, number: int) -> dict[tuple[int, int], str]:
    """The winning side of every complete game of a round, by (table, game)."""
    sides = {table: len(seats) for (_, table), seats in _seats(session, event, number).items()}
    columns = (Score.table, Score.game, Score.side, Score.won)
    found: dict[tuple[int, int], dict[str, int | None]] = defaultdict(dict)
    for row in session.execute(select(*columns).where(Score.event_id == event.id, Score.round == number)):
        found[row.table, row.game][row.side] = row.won
    return {
        place: next((side for side, won in by_side.items() if won), "")
        for place, by_side in found.items()
        if len(by_side) == sides.get(place[0])
    }


def _seats(session: Session, event: Event, number: int) -> dict[Key, dict[str, list[int]]]:
    found: dict[Key, dict[str, list[int]]] = {}
    for part in keys_by_round((number, table) for table in table_versions(session, event, number)):
        found |= seats_at(session, event, part)
    return found


def _games_to_play(rules: RoundRules, winners: dict[int, str]) -> list[int]:
    """The games of a table that are still to be played; of an undecided match, the next one only."""
    out = [game for game in range(1, rules.games + 1) if game not in winners]
    if rules.to_win:
        return [] if rules.is_over([winners[game] for game in sorted(winners)]) else out[:1]
    return out


def _missing(game: tuple[int, int, int], seats, given, waiting: list[int]) -> Finding:
    sides, lines = ", ".join(sorted(seats.keys() - given.keys())), ", ".join(map(str, waiting))
    if given:
        held = words("desk.found.card_missing_held", len(waiting), sides=sides, lines=lines)
        return Finding("card-missing", held if waiting else word("desk.found.card_missing", sides=sides), *game)
    held = words("desk.found.missing_held", len(waiting), lines=lines)
    return Finding("missing", held if waiting else word("desk.found.missing"), *game)


def _table(key: Key, all_lines, cards) -> Iterator[Finding]:
    """Findings about a table's games, by all of its lines and its current cards."""
    usable = usable_lines(all_lines)
    for game in sorted({*usable, *cards}):
        place, given, lines = (*key, game), cards.get(game, {}), usable.get(game, [])
        if len(lines) > 1:
            boards = ", ".join(f"{one.board} ({one.n})" for one in lines)
            yield Finding("repeated", word("desk.found.repeated", boards=boards), *place, open=False)
        if lines and given and not all(card.source == "director" for card in given.values()):
            yield from _against_cards(place, lines[0], given)
        yield from _codes(place, all_lines, given)


def _against_cards(game: tuple[int, int, int], line, given) -> Iterator[Finding]:
    """Findings about cards that differ from the board's line."""
    sides = dict(zip("ABCD", unpack_sides(line.sides), strict=False))
    for letter, card in sorted(given.items()):
        side = sides.get(letter)
        signed = card_of(card).signed
        if side and (side.won, side.points) == (card.won, card.points) and signed in (side.spread, 0):
            continue
        board = _points(side.points, side.spread) if side else word("desk.found.nothing")
        text = word("desk.found.against_card", board=board, side=letter, card=card_text(card_of(card)))
        yield Finding("board-and-cards-differ", text, *game)


def _codes(game: tuple[int, int, int], lines, given) -> Iterator[Finding]:
    """Findings about result codes on cards that match no line of the game."""
    codes = {line.code for line in lines if line.game == game[2] and line.code}
    for code in sorted({card.code for card in given.values() if card.code}):
        if codes and code not in codes:
            yield Finding("code", word("desk.found.code", code=code), *game)
        elif not codes:
            yield Finding("code", word("desk.found.code_waits", code=code), *game, open=False)


def _held(held: list[HeldLine]) -> Iterator[Finding]:
    """One finding for each held line; those that say different things about one game share one."""
    for place, group in groupby(held, key=lambda one: (one.round, one.table, one.game)):
        lines = list(group)
        differing = tuple(one for one in lines if "differs" in one.reasons)
        if len(differing) > 1:
            boards = [word("desk.found.board", board=one.board, n=one.n) for one in differing]
            text = word("desk.found.differ", boards=word("desk.page.and").join(boards))
            yield Finding("boards-differ", text, *place, held=differing)
            lines = [one for one in lines if one not in differing]
        for one in lines:
            yield Finding(one.reasons[0], one.text, *place, line=one.line, held=(one,))


def _gaps(session: Session, event: Event) -> Iterator[Finding]:
    """Findings about lines missing from a board's numbering."""
    before = func.lag(Line.n).over(partition_by=Line.board, order_by=Line.n)
    numbers = select(Line.board, Line.n, before.label("before")).where(Line.event_id == event.id).subquery()
    for row in session.execute(select(numbers).where(numbers.c.n > numbers.c.before + 1)):
        first, last = row.before + 1, row.n - 1
        text = words("desk.found.gap", last - first + 1, first=first, last=last, board=row.board)
        yield Finding("gap", text, open=False)
