"""Types of a kind of purse: `PurseKind`, its input `Candidates`, its result `Won`."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from host_tools.desk.money.prize_shares import award_prizes
from host_tools.desk.money.purse_values import parse_toml_value
from host_tools.desk.scoring.standings import Standing


@dataclass(frozen=True)
class Candidate:
    """A player who has paid into a purse. `rank`: among all who have, None for one who is not ranked. `seed`: in the
    bracket, or until it is drawn, by the present standings; 0 if not qualified."""

    standing: Standing
    rank: int | None
    seed: int = 0


@dataclass(frozen=True)
class Candidates:
    """All who have paid into a purse, in the order of the standings; `hands`: the special hands that were recorded for
    them, as (count, player), oldest first."""

    players: Sequence[Candidate]
    hands: Sequence[tuple[int, Candidate]] = ()

    @property
    def qualified(self) -> list[Candidate]:
        """Those who have qualified for the bracket, by seed."""
        return sorted((player for player in self.players if player.seed), key=lambda player: player.seed)


class Won(NamedTuple):
    """Cents that a player wins by `rank`, or for what `label` says in the reader's language; `what` is a code for that,
    for programs."""

    player: Candidate
    cents: int
    rank: int | None = None
    what: str = "place"
    label: str = ""


def award_by_place(rule: Any, prizes: Sequence[int], candidates: Candidates) -> list[Won]:
    """Award `prizes`, the cents of each place, by the standings among the candidates."""
    ranked = [(player, player.rank) for player in candidates.players if player.rank and player.rank <= len(prizes)]
    amounts = award_prizes(prizes, [rank for _, rank in ranked])
    return [Won(player, cents, rank) for (player, rank), cents in zip(ranked, amounts, strict=True)]


@dataclass(frozen=True)
class PurseKind:
    """A way to divide a purse's prizes. `id` is its key in a purse's TOML; what stands there is `value`.

    `parse(value)` returns it as the purse's rule, a value of JSON; raises DeskError that says what would be right.
    `weights(rule, candidates)` returns the proportions of the prizes, whole numbers; if `fixed`, their cents, and the
    club pays what is missing. `award(rule, prizes, candidates)` returns who wins which of the prizes, given their cents
    in the order of the weights; what it does not award goes to the club. `describe(rule)` returns the rule in words.
    `hands(rule)` returns the counts of the special hands that the director records for it.

    In a form `write(rule)` is the rule as text, and `read(text)` the value for `parse`; raises DeskError. None: nothing
    is typed, the value is True. Without these two a form has the value as TOML does.
    """

    id: str
    parse: Callable[[Any], Any]
    weights: Callable[[Any, Candidates], Sequence[int]]
    describe: Callable[[Any], str]
    award: Callable[[Any, Sequence[int], Candidates], list[Won]] = award_by_place
    hands: Callable[[Any], Sequence[int]] = field(default=lambda rule: ())
    fixed: bool = False
    write: Callable[[Any], str] = json.dumps
    read: Callable[[str], Any] | None = parse_toml_value
