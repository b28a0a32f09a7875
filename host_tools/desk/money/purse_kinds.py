"""The kinds of purse: PURSE_KINDS by id, each a `PurseKind` with all that is special about it.

A kind divides a purse among its `Candidates`; who wins what is a list of `Won`.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from host_tools.desk.errors import DeskError
from host_tools.desk.formats.purse_model import Purse
from host_tools.desk.formats.registry import MissingRowError, Registry
from host_tools.desk.money.amounts import (
    a_list,
    amount,
    award_prizes,
    dollar_text,
    dollars,
    parse_dollars,
    parse_toml_value,
    parse_whole,
    share_equally,
    split_values,
    whole_number,
)
from host_tools.desk.scoring.standings import Standing
from host_tools.i18n import message


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


_IMPOSSIBLE = (19, 25, 26, 27)
"""Counts that no hand has."""
_LARGEST_PART = 1000


def _award_qualifiers(rule: Any, prizes: Sequence[int], candidates: Candidates) -> list[Won]:
    label = message("event.money.qualified")
    pairs = zip(candidates.qualified, prizes, strict=True)
    return [Won(player, cents, what="qualified", label=label) for player, cents in pairs]


def _parse_hands(value: Any) -> list[tuple[int, int]]:
    """Convert a TOML table of special hands to (count, proportion). Raises DeskError for counts no hand can have."""
    counts = [int(count) for count in value if count.isdecimal()] if isinstance(value, dict) else []
    if not counts or len(counts) != len(value) or any(not 0 <= n <= 29 or n in _IMPOSSIBLE for n in counts):
        raise DeskError(message("cli.purses.hands"))
    return [(int(count), whole_number(part, 1, _LARGEST_PART)) for count, part in value.items()]


def _read_hands(text: str) -> dict[str, int]:
    """Parse special hands as a form has them: `29=60 28=40`. Raises DeskError, also if a hand stands there twice."""
    pairs = [part.partition("=")[::2] for part in split_values(text)]
    if len(dict(pairs)) < len(pairs) or not all(part for _, part in pairs):
        raise DeskError(message("cli.purses.hands"))
    return {count: parse_whole(part) for count, part in pairs}


def _award_hands(rule: list[tuple[int, int]], prizes: Sequence[int], candidates: Candidates) -> list[Won]:
    """Award each hand's sum to all who held it, in equal parts."""
    won = []
    for (count, _), cents in zip(rule, prizes, strict=True):
        holders = [player for held, player in candidates.hands if held == count]
        parts = share_equally(cents, len(holders)) if holders else []
        won += [Won(*pair, what=str(count), label=str(count)) for pair in zip(holders, parts, strict=True)]
    return won


PURSE_KINDS = Registry(
    "purses",
    PurseKind,
    (
        PurseKind(
            "shares",
            parse=lambda value: [whole_number(part, 1, _LARGEST_PART) for part in a_list(value)],
            weights=lambda rule, candidates: rule,
            describe=lambda rule: message("cli.purse.shares", shares=" / ".join(map(str, rule))),
            write=lambda rule: " ".join(map(str, rule)),
            read=lambda text: [parse_whole(part) for part in split_values(text)],
        ),
        PurseKind(
            "field",
            parse=lambda value: whole_number(value, 1, 100),
            # As many places as this per cent of the players, in shares that fall by equal steps.
            weights=lambda rule, candidates: range(-(-len(candidates.players) * rule // 100), 0, -1),
            describe=lambda rule: message("cli.purse.field", share=rule),
            write=str,
            read=parse_whole,
        ),
        PurseKind(
            "sums",
            parse=lambda value: [amount(part) for part in a_list(value)],
            weights=lambda rule, candidates: rule,
            describe=lambda rule: ", ".join(map(dollars, rule)),
            fixed=True,
            write=lambda rule: " ".join(map(dollar_text, rule)),
            read=lambda text: [parse_dollars(part) for part in split_values(text)],
        ),
        PurseKind(
            "qualifiers",
            parse=lambda value: True,
            weights=lambda rule, candidates: [1] * len(candidates.qualified),
            describe=lambda rule: message("cli.purse.qualifiers"),
            award=_award_qualifiers,
            write=lambda rule: "",
            read=None,
        ),
        PurseKind(
            "hands",
            parse=_parse_hands,
            weights=lambda rule, candidates: [part for _, part in rule],
            describe=lambda rule: message("cli.purse.hands", hands=", ".join(f"{n} ({part})" for n, part in rule)),
            award=_award_hands,
            hands=lambda rule: [count for count, _ in rule],
            write=lambda rule: " ".join(f"{count}={part}" for count, part in rule),
            read=_read_hands,
        ),
    ),
    reserved=[one.name for one in fields(Purse)],
)


def kind_of(purse: Purse) -> PurseKind:
    """Return the purse's kind. Raises DeskError if it is another package's, and not installed or broken."""
    try:
        return PURSE_KINDS[purse.kind]
    except MissingRowError:
        raise PURSE_KINDS.missing(purse.kind, purse.package) from None
