"""Cross-check the two score cards of a game by RULES.md section 7, one function a rule."""

from dataclasses import dataclass

from firmware.rules.preset import Preset
from host_tools.results import level_for_spread, points_for_spread
from host_tools.words import word

ONE_QUALIFIER, BOTH_QUALIFY, BLANK, OPPOSITE = "one-qualifier", "both-qualify", "blank", "opposite"
SAME_COLUMN, MENDED, AGAINST = "same-column", "mended", "against"
"""The rules, by their names in `desk.rule`, which has their words."""

PLUS, MINUS = "+", "-"


@dataclass(frozen=True)
class WrittenCard:
    """What a side's card says of a game: `column` "+", "-" or "" and `spread` (unsigned, None: blank).

    `won` is None for a drawn game. `points` are game points; `holes` and `against` the own and the other's front peg,
    where the card has them.
    """

    won: bool | None
    points: int
    column: str
    spread: int | None
    holes: int | None = None
    against: int | None = None

    @property
    def signed(self) -> int:
        """The spread with its sign; 0 where it is blank."""
        sign = {PLUS: 1, MINUS: -1}.get(self.column, 1 if self.won else -1)
        return sign * (self.spread or 0)


@dataclass(frozen=True)
class Ruled:
    """What counts for one side: `spread` is signed, None while nobody can tell."""

    won: bool | None
    points: int
    spread: int | None
    level: int


@dataclass(frozen=True)
class Ruling:
    """Both sides as they count; the `rules` followed; `open` says what the director has to decide, if anything.

    While something is open each side counts as its own card has it.
    """

    sides: tuple[Ruled, Ruled]
    rules: tuple[str, ...] = ()
    open: str = ""


Cards = tuple[WrittenCard, WrittenCard]
Spreads = tuple[int | None, int | None]


def cross_check(cards: Cards, qualifies: tuple[bool, bool], preset: Preset) -> Ruling:
    """Compare the cards of sides A and B and rule on their differences; `qualifies`: who is an apparent qualifier."""
    if cards_agree(cards, preset):
        return Ruling(as_written(cards, preset))
    if not preset.spread or preset.loss != 0:
        return Ruling(as_written(cards, preset), open=word("desk.undecided.no_rule", preset=preset.name))
    results, rules, why = _results(cards)
    if why:
        return Ruling(as_written(cards, preset), rules, why)
    spreads, more, why = _spreads(cards, results, qualifies)
    if why:
        return Ruling(as_written(cards, preset), rules + more, why)
    return _ruled(cards, results, spreads, preset, rules + more)


def cards_agree(cards: Cards, preset: Preset) -> bool:
    """Whether the cards agree, and their result is possible."""
    a, b = cards
    if a.won is None and b.won is None:
        return True
    if a.won is None or b.won is None or a.won == b.won:
        return False
    return _same_spread(a, b, preset) if preset.spread else _same_holes(a, b)


def _same_holes(a: WrittenCard, b: WrittenCard) -> bool:
    pairs = ((a.holes, b.against), (a.against, b.holes))
    return all(one is None or other is None or one == other for one, other in pairs)


def _same_spread(a: WrittenCard, b: WrittenCard, preset: Preset) -> bool:
    winner, loser = (a, b) if a.won else (b, a)
    if (winner.column, loser.column) != (PLUS, MINUS) or winner.spread is None or winner.spread != loser.spread:
        return False
    return winner.points == points_for_spread(preset, winner.spread)


def as_written(cards: Cards, preset: Preset) -> tuple[Ruled, Ruled]:
    """Both sides as their own cards have them, without a ruling."""
    a, b = (_written(card, preset) for card in cards)
    return a, b


def _written(card: WrittenCard, preset: Preset) -> Ruled:
    level = level_for_spread(preset, card.spread) if card.won and card.spread else 0
    return Ruled(card.won, card.points, None if card.spread is None else card.signed, level)


def _results(cards: Cards) -> tuple[tuple[bool, bool], tuple[str, ...], str]:
    """(winner of each side's card, rules followed, what is open)."""
    a, b = cards
    nobody = (False, False)
    if a.won is None or b.won is None:
        return nobody, (), word("desk.undecided.drawn")
    if a.won != b.won:
        return (a.won, b.won), *_columns_of_one_win(cards)
    if not (a.column and b.column):
        return nobody, (), word("desk.undecided.no_column")
    if a.column == b.column:
        return nobody, (SAME_COLUMN,), ""
    return (a.column == PLUS, b.column == PLUS), (OPPOSITE,), ""


def _columns_of_one_win(cards: Cards) -> tuple[tuple[str, ...], str]:
    a, b = cards
    if a.column and a.column == b.column:
        return (MENDED,), ""
    winner, loser = (a, b) if a.won else (b, a)
    if winner.column == MINUS or loser.column == PLUS:
        return (), word("desk.undecided.wrong_column")
    return (), ""


def _spreads(
    cards: Cards, results: tuple[bool, bool], qualifies: tuple[bool, bool]
) -> tuple[Spreads, tuple[str, ...], str]:
    """(each side's unsigned spread, rules followed, what is open)."""
    written = (cards[0].spread, cards[1].spread)
    marked = [spread for spread in written if spread is not None]
    if not marked:
        return written, (), word("desk.undecided.blank")
    if len(marked) == 1:
        return (marked[0], marked[0]), (BLANK,), ""
    if marked[0] == marked[1]:
        return written, (), ""
    if not any(qualifies):
        return written, (), word("desk.undecided.nobody")
    # A winner is worse off with the smaller figure, a loser with the larger.
    worse = [min(marked) if won else max(marked) for won in results]
    kept = [worse[i] if qualifies[i] else marked[i] for i in (0, 1)]
    if kept == marked:
        return written, (AGAINST,), ""
    return (kept[0], kept[1]), (BOTH_QUALIFY if all(qualifies) else ONE_QUALIFIER,), ""


def _ruled(
    cards: Cards, results: tuple[bool, bool], spreads: Spreads, preset: Preset, rules: tuple[str, ...]
) -> Ruling:
    a, b = (_side(card, won, spread or 0, preset) for card, won, spread in zip(cards, results, spreads, strict=True))
    for side in (side for side in (a, b) if side.won):
        worth = points_for_spread(preset, side.spread or 0)
        if side.points != worth:
            why = word("desk.undecided.worth", points=side.points, spread=side.spread, worth=worth)
            return Ruling(as_written(cards, preset), rules, why)
    return Ruling((a, b), rules)


def _side(card: WrittenCard, won: bool, spread: int, preset: Preset) -> Ruled:
    if not won:
        return Ruled(False, preset.loss, -spread, 0)
    points = card.points if card.won else points_for_spread(preset, spread)
    return Ruled(True, points, spread, level_for_spread(preset, spread))
