"""Cross-check the two score cards of a game by RULES.md section 7: who won, and which spread counts."""

from dataclasses import dataclass

from firmware.rules.preset import Preset
from host_tools.i18n import message
from host_tools.results.game_value import Side, level_for_spread, points_for_spread

ONE_QUALIFIER, BOTH_QUALIFY, BLANK, OPPOSITE = "one-qualifier", "both-qualify", "blank", "opposite"
SAME_COLUMN, MENDED, AGAINST = "same-column", "mended", "against"
"""Names of the rules; their texts are the messages `desk.rule.NAME`."""

PLUS, MINUS = "+", "-"


@dataclass(frozen=True)
class WrittenCard:
    """A side's card of one game: `column` "+", "-" or "" and `spread` (unsigned, None: blank).

    `won` is None for a drawn game. `points` are game points; `level` the skunk level of a win; `holes` and `against`
    the own and the opponent's front peg, None if the card lacks them.
    """

    won: bool | None
    points: int
    column: str
    spread: int | None
    level: int = 0
    holes: int | None = None
    against: int | None = None

    @property
    def signed(self) -> int:
        """The spread with its sign; 0 if it is blank."""
        sign = {PLUS: 1, MINUS: -1}.get(self.column, 1 if self.won else -1)
        return sign * (self.spread or 0)

    @property
    def side(self) -> Side:
        """The side's result by this card, without a ruling."""
        return Side(self.won, self.points, self.signed, self.level, self.holes or 0)


@dataclass(frozen=True)
class Ruling:
    """The results of sides A and B that count, and the names of the `rules` followed.

    `open`: what the director has to decide, as text, "" for nothing. While it is open, `sides` are as each card has it.
    """

    sides: tuple[Side, Side]
    rules: tuple[str, ...] = ()
    open: str = ""


Cards = tuple[WrittenCard, WrittenCard]
Spreads = tuple[int | None, int | None]


def cross_check(cards: Cards, qualifies: tuple[bool, bool], preset: Preset) -> Ruling:
    """Compare the cards of sides A and B and rule on differences; `qualifies`: whether each side would qualify."""
    written = as_written(cards)
    if cards_agree(cards, preset):
        return Ruling(written)
    if worth := _worth_of_winner(cards, preset):
        return Ruling(written, open=worth)
    if not preset.spread or preset.loss != 0:
        return Ruling(written, open=message("desk.undecided.no_rule", preset=preset.name))
    results, rules, why = _rule_on_winner(cards)
    if why:
        return Ruling(written, rules, why)
    spreads, spread_rules, why = _rule_on_spreads(cards, results, qualifies)
    if why:
        return Ruling(written, rules + spread_rules, why)
    return _make_ruling(cards, results, spreads, preset, rules + spread_rules)


def cards_agree(cards: Cards, preset: Preset) -> bool:
    """Return whether the cards of sides A and B agree on a result that is possible."""
    a, b = cards
    if a.won is None and b.won is None:
        return True
    if a.won is None or b.won is None or a.won == b.won:
        return False
    if preset.spread:
        return _same_spread(a, b, preset)
    return _same_holes(a, b) and not _worth_of_winner(cards, preset)


def _worth_of_winner(cards: Cards, preset: Preset) -> str:
    """Under a preset whose spreads decide only a skunk: return as text that the winner's points do not fit the spread;
    "" if they do."""
    winners = [card for card in cards if card.won and card.spread]
    if preset.spread or not isinstance(preset.win, tuple) or len(winners) != 1:
        return ""
    (winner,) = winners
    worth = points_for_spread(preset, winner.spread or 0)
    if winner.points == worth:
        return ""
    return message("desk.undecided.worth", points=winner.points, spread=winner.spread, worth=worth)


def _same_holes(a: WrittenCard, b: WrittenCard) -> bool:
    """Return whether the front pegs agree; a peg that is on one card only agrees."""
    pairs = ((a.holes, b.against), (a.against, b.holes))
    return all(own is None or opposite is None or own == opposite for own, opposite in pairs)


def _same_spread(a: WrittenCard, b: WrittenCard, preset: Preset) -> bool:
    """Return whether columns and spread of cards with one winner agree, and the winner's game points fit the spread."""
    winner, loser = (a, b) if a.won else (b, a)
    if (winner.column, loser.column) != (PLUS, MINUS) or winner.spread is None or winner.spread != loser.spread:
        return False
    return winner.points == points_for_spread(preset, winner.spread)


def as_written(cards: Cards) -> tuple[Side, Side]:
    """Return both sides' results by their own cards, without a ruling."""
    return cards[0].side, cards[1].side


def _rule_on_winner(cards: Cards) -> tuple[tuple[bool, bool], tuple[str, ...], str]:
    """Decide who won, nobody if columns are the same: return (whether each side won, rules followed, what the director
    has to decide or "")."""
    a, b = cards
    no_winner = (False, False)
    if a.won is None or b.won is None:
        return no_winner, (), message("desk.undecided.drawn")
    if a.won != b.won:
        return (a.won, b.won), *_rule_on_columns(cards)
    if not (a.column and b.column):
        return no_winner, (), message("desk.undecided.no_column")
    if a.column == b.column:
        return no_winner, (SAME_COLUMN,), ""
    return (a.column == PLUS, b.column == PLUS), (OPPOSITE,), ""


def _rule_on_columns(cards: Cards) -> tuple[tuple[str, ...], str]:
    """Check the columns of cards with one winner: return (rules followed, what the director has to decide or "")."""
    a, b = cards
    if a.column and a.column == b.column:
        return (MENDED,), ""
    winner, loser = (a, b) if a.won else (b, a)
    if winner.column == MINUS or loser.column == PLUS:
        return (), message("desk.undecided.wrong_column")
    return (), ""


def _rule_on_spreads(
    cards: Cards, results: tuple[bool, bool], qualifies: tuple[bool, bool]
) -> tuple[Spreads, tuple[str, ...], str]:
    """Decide the spreads: return (each side's unsigned spread, rules followed, what the director has to decide or "").
    Of two spreads, for an apparent qualifier the worse counts, for another side its own."""
    written = (cards[0].spread, cards[1].spread)
    filled = [spread for spread in written if spread is not None]
    if not filled:
        return written, (), message("desk.undecided.blank")
    if len(filled) == 1:
        return (filled[0], filled[0]), (BLANK,), ""
    if filled[0] == filled[1]:
        return written, (), ""
    if not any(qualifies):
        return written, (), message("desk.undecided.nobody")
    # A winner is worse off with the smaller spread, a loser with the larger.
    worse = [min(filled) if won else max(filled) for won in results]
    counted = [worse[i] if qualifies[i] else filled[i] for i in (0, 1)]
    if counted == filled:
        return written, (AGAINST,), ""
    return (counted[0], counted[1]), (BOTH_QUALIFY if all(qualifies) else ONE_QUALIFIER,), ""


def _make_ruling(
    cards: Cards, results: tuple[bool, bool], spreads: Spreads, preset: Preset, rules: tuple[str, ...]
) -> Ruling:
    """Build the ruling; it stays open, with the cards as written, if a winner's points do not fit the spread."""
    a, b = (
        _ruled_side(card, won, spread or 0, preset) for card, won, spread in zip(cards, results, spreads, strict=True)
    )
    for side in (side for side in (a, b) if side.won):
        worth = points_for_spread(preset, side.spread)
        if side.points != worth:
            why = message("desk.undecided.worth", points=side.points, spread=side.spread, worth=worth)
            return Ruling(as_written(cards), rules, why)
    return Ruling((a, b), rules)


def _ruled_side(card: WrittenCard, won: bool, spread: int, preset: Preset) -> Side:
    """Build a side's result; the points are the card's if it claims the win, else those of the preset."""
    if not won:
        return Side(False, preset.loss, -spread, 0, card.holes or 0)
    points = card.points if card.won else points_for_spread(preset, spread)
    return Side(True, points, spread, level_for_spread(preset, spread), card.holes or 0)
