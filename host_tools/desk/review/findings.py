"""Find an event's problems: missing results, score cards that differ, with the rule that decides, and held lines."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import func, select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.event import rounds_seated
from host_tools.desk.intake.board_clocks import doubtful_clocks
from host_tools.desk.intake.board_logs import lost_memories
from host_tools.desk.intake.disputes import open_disputes
from host_tools.desk.intake.exchanged_tables import likely_exchanges, tables_by_result
from host_tools.desk.intake.held_line_view import HeldLine, held_lines
from host_tools.desk.intake.late_corrections import open_corrections
from host_tools.desk.review.left_behind import open_items
from host_tools.desk.rounds.missing_results import abandoned_tables, games_to_play
from host_tools.desk.scoring.cross_check import Ruling, WrittenCard
from host_tools.desk.scoring.differing_cards import differing_cards
from host_tools.desk.scoring.recompute_scores import Sides, current_cards, seats_at, to_written_card
from host_tools.desk.scoring.standings import apparent_qualifiers
from host_tools.desk.scoring.stored_lines import (
    StoredLine,
    key_batches_by_round,
    lines_at,
    usable_lines,
    weighing_lines,
    weighs,
)
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import LINES, Card, Line, Score, TableKey
from host_tools.i18n import message, plural
from host_tools.results.result_line import unpack_sides


class ForgottenRound(NamedTuple):
    """A typed result of a game, and the undecided line `line` of the same table, game and pegs that counts in the round
    `line_round`. It may be the same game: the director decides that by accepting or refusing the line."""

    round: int
    table: int
    game: int
    line: int
    line_round: int

    @property
    def text(self) -> str:
        """The finding as one translated sentence."""
        return message("desk.found.forgotten_round", line=self.line, round=self.line_round)


def forgotten_rounds(desk: Desk) -> Iterator[ForgottenRound]:
    """Yield each typed result of a table without a line that may be of the game that counts there in another round."""
    typed = tables_by_result(desk, Score.source != "board")
    if not typed:
        return
    at_typed = Score.table.in_({table for tables in typed.values() for table in tables})
    rounds_of_board = defaultdict(list)
    from_boards = tables_by_result(desk, Score.source == "board", at_typed)
    for (round_number, game, pegs), tables in from_boards.items():
        for table in tables:
            rounds_of_board[table, game, pegs].append(round_number)
    for (round_number, game, pegs), tables in typed.items():
        for table in tables:
            if rounds := rounds_of_board.get((table, game, pegs)):
                lines = weighing_lines(desk, LINES.table == table, LINES.game == game)
                yield from _found(lines, round_number, rounds)


def _found(lines: list[StoredLine], round_number: int, rounds: list[int]) -> Iterator[ForgottenRound]:
    """Yield what may be the same game as that typed in a round, in which none of the table's lines is."""
    if any(line.round == round_number for line in lines):
        return
    for line in lines:
        if line.round in rounds and not (line.decision or line.held):
            yield ForgottenRound(round_number, line.table, line.game, line.id, line.round)


@dataclass(frozen=True)
class Finding:
    """A problem found. `kind` is missing, card-missing, cards-differ, ruled, board-and-cards-differ, repeated, code,
    gap, boards-differ, disputed, exchanged, forgotten-round, clock, memory-lost, correction, or the first reason for
    which a line is held.

    `rules` are the texts of the rules followed; `open`: a player or the director has to act. `held`: the held lines, of
    which one can be accepted; `line`: the id if there is only one.
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


def find_problems(desk: Desk, round_number: int | None = None) -> list[Finding]:
    """Find all problems, with `round_number` only of that round or none, sorted by round, table and game. Raises
    DeskError if the round has not been seated."""
    seated = len(rounds_seated(desk))
    if round_number is not None and not 1 <= round_number <= seated:
        raise DeskError(message("desk.error.round_not_seated", round=round_number, event=desk.event.name))
    held = held_lines(desk)
    findings = [
        *_differing_cards_findings(desk),
        *_table_findings(desk, round_number, held),
        *_held_line_findings(held),
        *_gap_findings(desk),
        *_dispute_findings(desk),
        *_correction_findings(desk),
        *_left_behind_findings(desk),
    ]
    in_round = [finding for finding in findings if round_number is None or finding.round in (round_number, None)]
    return sorted(in_round, key=_sort_key)


def _left_behind_findings(desk: Desk) -> Iterator[Finding]:
    """Yield a finding for each thing that only a desk which stood aside has, for a decision."""
    for number, item in open_items(desk).items():
        yield Finding("left-behind", item.text, item.round or None, item.table or None, item.game or None, line=number)


def _sort_key(finding: Finding) -> tuple[int, int, int, str]:
    """Return the sort key of a finding: round, table, game, kind."""
    return finding.round or 0, finding.table or 0, finding.game or 0, finding.kind


def no_findings_text(desk: Desk, round_number: int | None = None) -> str:
    """Return the text that nothing was found in these rounds (default: all seated)."""
    if round_number is not None:
        return message("desk.found.clear_round", round=round_number)
    seated = len(rounds_seated(desk))
    if not seated:
        return message("desk.found.clear_none")
    key = "desk.found.clear_first" if seated == 1 else "desk.found.clear"
    return message(key, round=seated, rounds=max(seated, desk.event.rounds))


def _differing_cards_findings(desk: Desk) -> Iterator[Finding]:
    """Yield a finding for each game whose two cards differ, with the ruling."""
    qualifiers = apparent_qualifiers(desk)
    for cards in differing_cards(desk, qualifiers):
        kind = "cards-differ" if cards.ruling.open else "ruled"
        a, b = map(card_text, cards.cards)
        text = message("desk.found.wrote", a=a, b=b, counts=_ruling_text(cards.ruling))
        rules = tuple(message(f"desk.rule.{rule}") for rule in cards.ruling.rules)
        yield Finding(kind, text, cards.round, cards.table, cards.game, rules, bool(cards.ruling.open))


def card_text(card: WrittenCard) -> str:
    """Format a card: `2+17`, `0-16`, or the two front pegs if it has no spread."""
    if card.spread is None and card.holes is not None:
        return f"{card.holes}–{card.against}"
    return f"{card.points}{card.column}{message('desk.found.blank') if card.spread is None else f'{card.spread:02}'}"


def _ruling_text(ruling: Ruling) -> str:
    """Return the results that count for both sides, or what the director has to decide, as text."""
    if ruling.open:
        return message("desk.found.undecided", why=ruling.open)
    a, b = (_points_text(side.points, side.spread) for side in ruling.sides)
    return message("desk.found.counts", a=a, b=b)


def _points_text(points: int, spread: int) -> str:
    return message("desk.found.points", points=points, spread=f"{spread:+03}")


def _table_findings(desk: Desk, round_number: int | None, held: list[HeldLine]) -> Iterator[Finding]:
    """Yield findings about missing results and differing entries in seated rounds (default: all)."""
    held_ids = defaultdict(list)
    for line in held:
        held_ids[line.round, line.table, line.game].append(line.line)
    abandoned, to_play = abandoned_tables(desk), games_to_play(desk, round_number)
    for batch in key_batches_by_round({*to_play, *_tables_to_compare(desk, round_number)}):
        seats = seats_at(desk, batch)
        cards, lines = current_cards(desk, batch), lines_at(desk, batch)
        for key in batch:
            for game in to_play.get(key, ()):
                found = _missing_finding((*key, game), seats[key], cards[key].get(game, {}), held_ids[*key, game])
                left = key in abandoned and not cards[key].get(game) and not held_ids[*key, game]
                yield replace(found, text=message("desk.found.left"), open=False) if left else found
            yield from _findings_at_table(key, lines[key], cards[key])


def _tables_to_compare(desk: Desk, round_number: int | None) -> set[TableKey]:
    """Return the tables at which entries can differ: with two lines of a game, with lines and cards, with a result code
    on a card."""

    def rows(model: Any, group: Sequence[Any], column: Any) -> Sequence[Any]:
        where = [model.event_id == desk.event.id, *([] if round_number is None else [model.round == round_number])]
        return desk.session.execute(select(*group, column).where(*where).group_by(*group)).all()

    lines = rows(Line, (Line.round, Line.table, Line.game), func.count())
    cards = rows(Card, (Card.round, Card.table), func.max(Card.code))
    with_lines = {(round_, table) for round_, table, _, _ in lines}
    repeated = {(round_, table) for round_, table, _, number in lines if number > 1}
    return repeated | {(round_, table) for round_, table, code in cards if code or (round_, table) in with_lines}


def _missing_finding(
    game_key: tuple[int, int, int], seats: Sides, cards: dict[str, Card], held_ids: list[int]
) -> Finding:
    """Build the finding for a game (round, table, game) without a result; `cards`: of the game, `held_ids`: its held
    lines."""
    sides, lines = ", ".join(sorted(seats.keys() - cards.keys())), ", ".join(map(str, held_ids))
    if cards:
        text = plural("desk.found.card_missing_held", len(held_ids), sides=sides, lines=lines)
        return Finding("card-missing", text if held_ids else message("desk.found.card_missing", sides=sides), *game_key)
    text = plural("desk.found.missing_held", len(held_ids), lines=lines)
    return Finding("missing", text if held_ids else message("desk.found.missing"), *game_key)


def _findings_at_table(
    table_key: TableKey, all_lines: list[StoredLine], cards: dict[int, dict[str, Card]]
) -> Iterator[Finding]:
    """Yield findings about games with entries that repeat or differ; `cards`: current cards by game and side."""
    usable = usable_lines(all_lines)
    for game in sorted({*usable, *cards}):
        position, game_cards, lines = (*table_key, game), cards.get(game, {}), usable.get(game, [])
        if len(lines) > 1:
            boards = ", ".join(f"{line.board} ({line.n})" for line in lines)
            yield Finding("repeated", message("desk.found.repeated", boards=boards), *position, open=False)
        if lines and game_cards and not all(card.source == "director" for card in game_cards.values()):
            yield from _board_and_card_findings(position, lines[0], game_cards)
        yield from _code_findings(position, all_lines, game_cards)


def _board_and_card_findings(
    game_key: tuple[int, int, int], line: StoredLine, cards: dict[str, Card]
) -> Iterator[Finding]:
    """Yield a finding for each card that differs from the board's line; a card with a blank spread may agree."""
    sides = dict(zip("ABCD", unpack_sides(line.sides), strict=False))
    for letter, card in sorted(cards.items()):
        side = sides.get(letter)
        signed = to_written_card(card).signed
        if side and (side.won, side.points) == (card.won, card.points) and signed in (side.spread, 0):
            continue
        board = _points_text(side.points, side.spread) if side else message("desk.found.nothing")
        text = message("desk.found.against_card", board=board, side=letter, card=card_text(to_written_card(card)))
        yield Finding("board-and-cards-differ", text, *game_key)


def _code_findings(
    game_key: tuple[int, int, int], lines: list[StoredLine], cards: dict[str, Card]
) -> Iterator[Finding]:
    """Yield a finding for each result code on a card that no line of the game has."""
    codes = {line.code for line in lines if line.game == game_key[2] and line.code and weighs(line)}
    for code in sorted({card.code for card in cards.values() if card.code}):
        if codes and code not in codes:
            yield Finding("code", message("desk.found.code", code=code), *game_key)
        elif not codes:
            yield Finding("code", message("desk.found.code_waits", code=code), *game_key, open=False)


def _held_line_findings(held: list[HeldLine]) -> Iterator[Finding]:
    """Yield a finding for each held line, but one finding for lines that differ about the same game."""
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


def _dispute_findings(desk: Desk) -> Iterator[Finding]:
    """Yield a finding for each disputed result, and for what may explain disputes and held lines: tables whose boards
    look exchanged or stayed at another round, boards whose clock is off or whose memory is lost."""
    for one in open_disputes(desk):
        yield Finding("disputed", one.text, one.round, one.table, one.game, line=one.line)
    for exchange in likely_exchanges(desk):
        yield Finding("exchanged", exchange.text, exchange.round, exchange.tables[0], exchange.game)
    for doubt in forgotten_rounds(desk):
        yield Finding("forgotten-round", doubt.text, doubt.round, doubt.table, doubt.game, line=doubt.line)
    for clock in doubtful_clocks(desk):
        yield Finding("clock", clock.text)
    for lost in lost_memories(desk):
        yield Finding("memory-lost", lost.text, open=False)


def _correction_findings(desk: Desk) -> Iterator[Finding]:
    """Yield a finding for each late correction that waits for the director."""
    for one in open_corrections(desk):
        text = message("desk.found.correction", number=one.id, what=one.what, would="; ".join(one.would))
        yield Finding("correction", text)


def _gap_findings(desk: Desk) -> Iterator[Finding]:
    """Yield a finding for each gap in the numbers of a board's proven lines, in each of its logs."""
    before = func.lag(Line.n).over(partition_by=(Line.board, Line.log), order_by=Line.n)
    columns = (Line.board, Line.n, before.label("before"))
    numbers = select(*columns).where(Line.event_id == desk.event.id, Line.sealed).subquery()
    for row in desk.session.execute(select(numbers).where(numbers.c.n > numbers.c.before + 1)):
        first, last = row.before + 1, row.n - 1
        text = plural("desk.found.gap", last - first + 1, first=first, last=last, board=row.board)
        yield Finding("gap", text, open=False)
