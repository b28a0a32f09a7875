"""Findings of an event: missing results, score cards that differ, with the rule that decides, and held lines."""

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
from host_tools.i18n import message, plural
from host_tools.results import unpack_sides


@dataclass(frozen=True)
class Finding:
    """A finding. `kind` is missing, card-missing, cards-differ, ruled, board-and-cards-differ, repeated, code, gap,
    boards-differ, or the first reason for which a line is held.

    `rules` name the rules followed; `open`: a player or the director has to act. `held` are the lines to decide about:
    of several, one can be accepted. `line` is the number of the only one.
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
        raise DeskError(message("desk.error.round_not_seated", round=number, event=event.name))
    held = held_lines(session, event)
    findings = [
        *_dispute_findings(session, event),
        *_table_findings(session, event, number, held),
        *_held_line_findings(held),
        *_gap_findings(session, event),
    ]
    in_round = [finding for finding in findings if number is None or finding.round in (number, None)]
    return sorted(in_round, key=_order)


def _order(finding: Finding) -> tuple[int, int, int, str]:
    """Return the sort key of a finding: by round, table, game and kind."""
    return finding.round or 0, finding.table or 0, finding.game or 0, finding.kind


def all_clear(session: Session, event: Event, number: int | None = None) -> str:
    """Return the sentence for no findings, which names the rounds it is about."""
    if number is not None:
        return message("desk.found.clear_round", round=number)
    seated = len(rounds_seated(session, event))
    if not seated:
        return message("desk.found.clear_none")
    key = "desk.found.clear_first" if seated == 1 else "desk.found.clear"
    return message(key, round=seated, rounds=max(seated, event.rounds))


def _dispute_findings(session: Session, event: Event) -> Iterator[Finding]:
    """Yield findings about games whose two cards differ, with the ruling."""
    qualifiers = apparent_qualifiers(session, event)
    for dispute in disputed_games(session, event, qualifiers):
        kind = "cards-differ" if dispute.ruling.open else "ruled"
        a, b = map(card_text, dispute.cards)
        text = message("desk.found.wrote", a=a, b=b, counts=_ruling_text(dispute.ruling))
        rules = tuple(message(f"desk.rule.{rule}") for rule in dispute.ruling.rules)
        yield Finding(kind, text, dispute.round, dispute.table, dispute.game, rules, bool(dispute.ruling.open))


def card_text(card: WrittenCard) -> str:
    """Format a card: `2+17`, `0-16`, or holes where the preset has no spread."""
    if card.spread is None and card.holes is not None:
        return f"{card.holes}–{card.against}"
    return f"{card.points}{card.column}{message('desk.found.blank') if card.spread is None else f'{card.spread:02}'}"


def _ruling_text(ruling: Ruling) -> str:
    """Return what counts for both sides as text, or what the director has to decide."""
    if ruling.open:
        return message("desk.found.undecided", why=ruling.open)
    a, b = (_points_text(side.points, side.spread or 0) for side in ruling.sides)
    return message("desk.found.counts", a=a, b=b)


def _points_text(points: int, spread: int) -> str:
    return message("desk.found.points", points=points, spread=f"{spread:+03}")


def _table_findings(session: Session, event: Event, number: int | None, held: list[HeldLine]) -> Iterator[Finding]:
    """Yield findings about missing results and differing entries, of all rounds or round `number`."""
    held_ids = defaultdict(list)
    for line in held:
        held_ids[line.round, line.table, line.game].append(line.line)
    for round_, rules in round_rules(session, event).items():
        if number not in (None, round_):
            continue
        keys = [(round_, table) for table in sorted(table_versions(session, event, round_))]
        winners = _winners(session, event, round_)
        for part in keys_by_round(keys):
            seats = seats_at(session, event, part)
            cards, lines = current_cards(session, event, part), lines_at(session, event, part)
            for key in part:
                _, own_table = key
                won = {game: side for (table, game), side in winners.items() if table == own_table}
                for game in _games_to_play(rules, won):
                    yield _missing_finding((*key, game), seats[key], cards[key].get(game, {}), held_ids[*key, game])
                yield from _findings_at_table(key, lines[key], cards[key])


def _winners(session: Session, event: Event, number: int) -> dict[tuple[int, int], str]:
    """Query the winning side of every complete game of a round, by (table, game); "" for a drawn one."""
    sides = {table: len(seats) for (_, table), seats in _seats_in_round(session, event, number).items()}
    columns = (Score.table, Score.game, Score.side, Score.won)
    sides_by_game: dict[tuple[int, int], dict[str, int | None]] = defaultdict(dict)
    for row in session.execute(select(*columns).where(Score.event_id == event.id, Score.round == number)):
        sides_by_game[row.table, row.game][row.side] = row.won
    return {
        (table, game): next((side for side, won in by_side.items() if won), "")
        for (table, game), by_side in sides_by_game.items()
        if len(by_side) == sides.get(table)
    }


def _seats_in_round(session: Session, event: Event, number: int) -> dict[Key, dict[str, list[int]]]:
    """Query the players by side of all tables of a round."""
    seats: dict[Key, dict[str, list[int]]] = {}
    for part in keys_by_round((number, table) for table in table_versions(session, event, number)):
        seats |= seats_at(session, event, part)
    return seats


def _games_to_play(rules: RoundRules, winners: dict[int, str]) -> list[int]:
    """Return the games of a table that are still to be played; of an undecided match, the next one only."""
    unplayed = [game for game in range(1, rules.games + 1) if game not in winners]
    if rules.to_win:
        return [] if rules.is_over([winners[game] for game in sorted(winners)]) else unplayed[:1]
    return unplayed


def _missing_finding(game: tuple[int, int, int], seats, cards, held_ids: list[int]) -> Finding:
    """Build the finding for a game without a result: cards or everything missing, and which held lines it may have."""
    sides, lines = ", ".join(sorted(seats.keys() - cards.keys())), ", ".join(map(str, held_ids))
    if cards:
        text = plural("desk.found.card_missing_held", len(held_ids), sides=sides, lines=lines)
        return Finding("card-missing", text if held_ids else message("desk.found.card_missing", sides=sides), *game)
    text = plural("desk.found.missing_held", len(held_ids), lines=lines)
    return Finding("missing", text if held_ids else message("desk.found.missing"), *game)


def _findings_at_table(key: Key, all_lines, cards) -> Iterator[Finding]:
    """Yield findings about a table's games, by all of its lines and its current cards."""
    usable = usable_lines(all_lines)
    for game in sorted({*usable, *cards}):
        position, game_cards, lines = (*key, game), cards.get(game, {}), usable.get(game, [])
        if len(lines) > 1:
            boards = ", ".join(f"{line.board} ({line.n})" for line in lines)
            yield Finding("repeated", message("desk.found.repeated", boards=boards), *position, open=False)
        if lines and game_cards and not all(card.source == "director" for card in game_cards.values()):
            yield from _board_and_card_findings(position, lines[0], game_cards)
        yield from _code_findings(position, all_lines, game_cards)


def _board_and_card_findings(game: tuple[int, int, int], line, cards) -> Iterator[Finding]:
    """Yield findings about cards that differ from the board's line."""
    sides = dict(zip("ABCD", unpack_sides(line.sides), strict=False))
    for letter, card in sorted(cards.items()):
        side = sides.get(letter)
        signed = card_of(card).signed
        if side and (side.won, side.points) == (card.won, card.points) and signed in (side.spread, 0):
            continue
        board = _points_text(side.points, side.spread) if side else message("desk.found.nothing")
        text = message("desk.found.against_card", board=board, side=letter, card=card_text(card_of(card)))
        yield Finding("board-and-cards-differ", text, *game)


def _code_findings(game: tuple[int, int, int], lines, cards) -> Iterator[Finding]:
    """Yield findings about result codes on cards that match no line of the game."""
    codes = {line.code for line in lines if line.game == game[2] and line.code}
    for code in sorted({card.code for card in cards.values() if card.code}):
        if codes and code not in codes:
            yield Finding("code", message("desk.found.code", code=code), *game)
        elif not codes:
            yield Finding("code", message("desk.found.code_waits", code=code), *game, open=False)


def _held_line_findings(held: list[HeldLine]) -> Iterator[Finding]:
    """Yield a finding for each held line; lines that differ about one game share one."""
    for place, group in groupby(held, key=lambda line: (line.round, line.table, line.game)):
        lines = list(group)
        differing = tuple(line for line in lines if "differs" in line.reasons)
        if len(differing) > 1:
            boards = [message("desk.found.board", board=line.board, n=line.n) for line in differing]
            text = message("desk.found.differ", boards=message("desk.page.and").join(boards))
            yield Finding("boards-differ", text, *place, held=differing)
            lines = [line for line in lines if line not in differing]
        for line in lines:
            yield Finding(line.reasons[0], line.text, *place, line=line.line, held=(line,))


def _gap_findings(session: Session, event: Event) -> Iterator[Finding]:
    """Yield findings about lines missing from a board's numbering."""
    before = func.lag(Line.n).over(partition_by=Line.board, order_by=Line.n)
    numbers = select(Line.board, Line.n, before.label("before")).where(Line.event_id == event.id).subquery()
    for row in session.execute(select(numbers).where(numbers.c.n > numbers.c.before + 1)):
        first, last = row.before + 1, row.n - 1
        text = plural("desk.found.gap", last - first + 1, first=first, last=last, board=row.board)
        yield Finding("gap", text, open=False)
