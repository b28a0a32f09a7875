"""Find result lines that contradict a typed result or another line."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from sqlalchemy import select

from host_tools.desk.events.round_rules import RoundRules
from host_tools.desk.intake.misplaced_boards import ELSEWHERE, HoldReasons
from host_tools.desk.scoring.recompute_scores import current_cards, to_written_card
from host_tools.desk.scoring.stored_lines import (
    NO_GAME,
    StoredLine,
    counting_line,
    key_batches_by_round,
    lines_at,
    standing_lines,
    usable_lines,
    weighs,
)
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Card, Score, TableKey
from host_tools.results.chain_with_gaps import DOUBLED
from host_tools.results.result_line import unpack_sides


def contradicting_lines(desk: Desk, table_keys: list[TableKey], rows: list[StoredLine]) -> HoldReasons:
    """Return the lines at some tables that differ about one game: of several boards, or from the result typed for both
    sides; and lines of one board with two results of one game. `rows`: as of `lines_with_reopenings`.

    Lines already held are compared too, unless their table, round or game is in doubt, or an earlier log of their board
    has that game. A signed line is not compared with unsigned ones. A line that is accepted, or proven to be its
    board's, is not compared with lines that are neither.
    """
    reasons: HoldReasons = []
    cards = current_cards(desk, table_keys)
    for key, table_lines in standing_lines(table_keys, rows).items():
        for game, lines in _lines_by_game(table_lines).items():
            count_by_board = Counter(line.board for line in lines)
            reasons += [(line, "twice") for line in lines if count_by_board[line.board] > 1]
            reasons += [(line, "differs") for line in _differing(lines)]
            reasons += [(line, "differs") for line in lines if contradicted_by_cards(line, cards[key].get(game, {}))]
    return reasons


def _differing(lines: list[StoredLine]) -> list[StoredLine]:
    """Return those of a game's lines, the signed ones or else all, that come from several boards and differ."""
    signed = [line for line in lines if "unsigned" not in line.held.split()] or lines
    several = len({line.board for line in signed}) > 1 and len({line.sides for line in signed}) > 1
    return signed if several else []


def contradicted_by_cards(line: StoredLine, cards: Mapping[str, Card]) -> bool:
    """Return whether a line contradicts the result that was typed for all sides of its game; `cards`: by side.

    Cards that contradict each other contradict no line. A blank spread, and a peg that is not known, agree with any.
    """
    sides = unpack_sides(line.sides)
    if len(cards) < 2 or len(cards) != len(sides):
        return False
    written = [to_written_card(card) for _, card in sorted(cards.items())]
    if len(written) == 2 and None not in (written[0].won, written[1].won) and written[0].won == written[1].won:
        return False
    if len(written) == 2 and all(card.spread for card in written) and written[0].signed != -written[1].signed:
        return False
    return any(
        (card.won, card.points) != (side.won, side.points)
        or card.signed not in (side.spread, 0)
        or card.holes not in (side.holes, None)
        for card, side in zip(written, sides, strict=True)
    )


def _lines_by_game(lines: list[StoredLine]) -> dict[int, list[StoredLine]]:
    """Group a table's lines that weigh by game, without those that are refused, misplaced or of another log."""
    by_game: dict[int, list[StoredLine]] = defaultdict(list)
    for line in lines:
        misplaced = line.held and {*ELSEWHERE, DOUBLED} & set(line.held.split())
        belongs = line.decision == "accepted" or (weighs(line) and not (line.decision or misplaced))
        if belongs and line.end not in NO_GAME:
            by_game[line.game].append(line)
    return by_game


def lines_after_the_match(desk: Desk, table_keys: Iterable[TableKey], rules: Mapping[int, RoundRules]) -> HoldReasons:
    """Return lines for games of a match that was already decided by earlier games. `rules`: of all rounds by number."""
    reasons: HoldReasons = []
    match_rounds = {round_number for round_number, rule in rules.items() if rule.to_win}
    for batch in key_batches_by_round(key for key in table_keys if key[0] in match_rounds):
        round_number, _ = batch[0]
        winners = _winners(desk, round_number)
        for table_key, table_lines in lines_at(desk, batch).items():
            first_unplayed = _first_unplayed_game(rules[round_number], winners[table_key])
            for game, usable in usable_lines(table_lines).items():
                counting = counting_line(usable)
                if counting is not None and game >= first_unplayed:
                    reasons += [(line, "game") for line in usable]
    return reasons


def _winners(desk: Desk, round_number: int) -> dict[TableKey, dict[int, str]]:
    """Query the winning side of each game of a round, by table, then game; drawn games are left out."""
    winners: dict[TableKey, dict[int, str]] = defaultdict(dict)
    columns = (Score.round, Score.table, Score.game, Score.side)
    conditions = (Score.event_id == desk.event.id, Score.round == round_number, Score.won == 1)
    for row in desk.session.execute(select(*columns).where(*conditions)):
        winners[row.round, row.table][row.game] = row.side
    return winners


def first_unplayed_game(desk: Desk, table_key: TableKey, rules: RoundRules) -> int:
    """Return the table's first game that is not played because the match is decided; or else `rules.games` + 1."""
    round_number, _ = table_key
    return _first_unplayed_game(rules, _winners(desk, round_number)[table_key] if rules.to_win else {})


def _first_unplayed_game(rules: RoundRules, winners: dict[int, str]) -> int:
    """Return the first game after the match is decided, or `rules.games` + 1; `winners`: winning side by game."""
    won: list[str] = []
    for game in range(1, rules.games + 1):
        if rules.is_over(won):
            return game
        if game not in winners:
            break
        won.append(winners[game])
    return rules.games + 1
