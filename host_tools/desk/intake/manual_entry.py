"""Store or correct results and score cards typed at the desk; corrected cards are kept as history."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select

from host_tools.desk.errors import ConflictError, DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrant
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.events.round_rules import round_rules
from host_tools.desk.intake.conflicting_lines import contradicted_by_cards, first_unplayed_game
from host_tools.desk.intake.disputes import close_disputes_of_game
from host_tools.desk.intake.hold_lines import hold_lines
from host_tools.desk.intake.late_corrections import CorrectionRecorder
from host_tools.desk.intake.parse_cards import cards_from_scores, nobody_wins
from host_tools.desk.rounds.correction_impact import CorrectionEffect
from host_tools.desk.scoring.cross_check import WrittenCard
from host_tools.desk.scoring.recompute_scores import Sides, current_cards, seats_at
from host_tools.desk.scoring.standings import ChangedPlace, changed_places, compute_standings
from host_tools.desk.scoring.stored_lines import counting_line, lines_at, usable_lines
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import BYE_TABLE, Card, Line, Seat, Sitting, TableKey
from host_tools.i18n import message, plural

_ABOUT_THE_RESULT = {"differs", "disputed", "unsigned"}
"""Reasons to hold a line that an entered result answers."""


class AlreadyEnteredError(DeskError):
    """A different result is stored already, and no reason was given to correct it."""


@dataclass(frozen=True)
class EntryResult:
    """Result of an entry. `changed` is False if the same was stored already; `moved`: changes of the standings;
    `would`: changes of seats, qualifiers and ties that an earlier entry would have caused."""

    changed: bool
    moved: list[ChangedPlace]
    would: list[CorrectionEffect] = field(default_factory=list)


def enter_result(
    desk: Desk,
    round_number: int,
    table: int,
    cards: Mapping[str, WrittenCard],
    *,
    game: int = 1,
    code: str = "",
    version: int | None = None,
) -> EntryResult:
    """Store the cards of one game, of one side or all, by side. With a `reason` they may replace stored ones.

    All sides' cards with a reason are the director's decision, which counts before any board's line, and refuses those
    that contradict it; without a reason such lines are held. `version`: the table's when the entry began. Raises
    DeskError, AlreadyEnteredError; ConflictError if the table has changed since.
    """
    sides = seats_at(desk, [(round_number, table)]).get((round_number, table))
    if not sides:
        raise DeskError(message("desk.error.nobody_at_table", table=table, round=round_number, event=desk.event.name))
    _check_sides(cards, sides, _table_text((round_number, table)))
    _check_game(desk, (round_number, table), game)
    sitting = _load_sitting(desk, round_number, table, version)
    stored = current_cards(desk, [(round_number, table)])[round_number, table][game]
    changed = {side: card for side, card in cards.items() if not _is_unchanged(stored.get(side), card, code)}
    complete = len(cards) == len(sides)
    if not changed and not (desk.reason and complete):
        return EntryResult(False, [])
    if not desk.reason:
        _refuse_overwriting((round_number, table), stored, changed)
    correction = CorrectionRecorder(desk, {round_number})
    told = bool(desk.reason) or correction.late
    standings_before = compute_standings(desk) if told else []
    old_cards = _cards_as_text(stored)
    source = "director" if desk.reason and complete else "typed" if complete else "card"
    for side, card in (cards if source == "director" else changed).items():
        old = stored.get(side)
        fields = {"code": code, "reason": desk.reason, "by": desk.by, "replaces": old.id if old else None}
        place = {"event_id": desk.event.id, "round": round_number, "table": table, "game": game, "side": side}
        desk.session.add(Card(**place, source=source, **fields, **vars(card)))
    sitting.changes += 1
    if source == "director":
        close_disputes_of_game(desk, round_number, table, game)
        _refuse_contradicting_lines(desk, (round_number, table), game)
    hold_lines(desk, (), {(round_number, table)})
    if not told:
        return EntryResult(True, [])
    new_cards = _cards_as_text(current_cards(desk, [(round_number, table)])[round_number, table][game])
    detail = {"round": round_number, "table": table, "game": game, "was": old_cards, "now": new_cards}
    effects = correction.write(detail, desk.reason)
    moved = changed_places(standings_before, compute_standings(desk)) if desk.reason or effects else []
    return EntryResult(True, moved, effects)


def enter_no_show(
    desk: Desk, round_number: int, table: int, absent: Collection[str], version: int | None = None
) -> EntryResult:
    """Store that sides of a table did not come, by their letters: they forfeit each game of the round that has no
    result; if all are absent, nobody wins. `version` as in `enter_result`. Raises DeskError, ConflictError.
    """
    sides = seats_at(desk, [(round_number, table)]).get((round_number, table), {})
    if not absent or not set(absent) <= sides.keys():
        raise DeskError(message("event.no_show.side", where=_table_text((round_number, table)), sides=", ".join(sides)))
    if 1 < len(absent) < len(sides):
        raise DeskError(message("event.no_show.some", where=_table_text((round_number, table))))
    rules = round_rules(desk)[round_number]
    nobody = len(absent) == len(sides)
    if nobody and rules.to_win:
        raise DeskError(message("event.no_show.bracket"))
    if nobody:
        cards = nobody_wins(format_of(desk.event).missed_points, sides)
    else:
        cards = cards_from_scores(rules.preset, [0] * len(sides), "forfeit", "".join(absent))
    stored = current_cards(desk, [(round_number, table)])[round_number, table]
    counting = usable_lines(lines_at(desk, [(round_number, table)])[round_number, table])
    before, entered = compute_standings(desk), []
    acting = desk.because(desk.reason or "did not come")
    for game in range(1, rules.games + 1):
        if stored.get(game) or counting_line(counting.get(game, ())):
            continue
        if game >= first_unplayed_game(desk, (round_number, table), rules):
            break
        entered.append(enter_result(acting, round_number, table, cards, game=game, version=version))
        version = None
    if not entered:
        raise DeskError(message("event.no_show.has_results", where=_table_text((round_number, table))))
    effects = [effect for result in entered for effect in result.would]
    return EntryResult(True, changed_places(before, compute_standings(desk)), effects)


def table_of(desk: Desk, who: Sequence[str], round_number: int | None) -> tuple[int, int, set[str]]:
    """Return (round, table, letters of the sides) of players, given by ids or names, in a round; None: the newest.
    Raises DeskError unless that is one table."""
    number = round_number or len(rounds_seated(desk))
    people = [entrant(desk, name) for name in who]
    query = select(Seat.player, Seat.table, Seat.side).where(
        Seat.event_id == desk.event.id,
        Seat.round == number,
        Seat.table > BYE_TABLE,
        Seat.player.in_([player.number for player in people]),
    )
    seats = desk.session.execute(query).all()
    if not number:
        raise DeskError(message("event.no_show.not_seated", event=desk.event.name))
    if number not in {round_.number for round_ in rounds_seated(desk)}:
        raise DeskError(message("desk.error.round_not_seated", round=number, event=desk.event.name))
    if without_seat := [player.name for player in people if player.number not in {seat.player for seat in seats}]:
        names = ", ".join(without_seat)
        raise DeskError(plural("event.no_show.without_seat", len(without_seat), names=names, round=number))
    if len({seat.table for seat in seats}) != 1:
        names = ", ".join(player.name for player in people)
        raise DeskError(message("event.no_show.one_table", names=names, round=number))
    return number, seats[0].table, {seat.side for seat in seats}


def _refuse_contradicting_lines(desk: Desk, table_key: TableKey, game: int) -> None:
    """Refuse the lines that contradict the cards entered for their game, if it is certain that they are of this
    game."""
    desk.session.flush()
    cards = current_cards(desk, [table_key])[table_key][game]
    for row in lines_at(desk, [table_key])[table_key]:
        stands = row.decision == "accepted" or (not row.decision and not set(row.held.split()) - _ABOUT_THE_RESULT)
        if row.game == game and stands and contradicted_by_cards(row, cards):
            desk.session.get_one(Line, row.id).decision = "refused"
            log_change(desk, "refused", {"line": row.id})


def _cards_as_text(cards: Mapping[str, Card]) -> dict[str, str]:
    return {side: _card_text(card) for side, card in sorted(cards.items())}


def _table_text(table_key: TableKey) -> str:
    """Return the table and round as text."""
    round_number, table = table_key
    return message("desk.error.where", table=table, round=round_number)


def _check_sides(cards: Mapping[str, WrittenCard], sides: Sides, where: str) -> None:
    """Raise DeskError unless the cards are of one side of the table, or of all its sides."""
    if not cards.keys() <= sides.keys() or not cards:
        entered = ", ".join(cards) or message("desk.error.no_side")
        raise DeskError(message("desk.error.sides", where=where, sides=", ".join(sides), entered=entered))
    if len(cards) > 1 and len(cards) != len(sides):
        raise DeskError(message("desk.error.whole", where=where, count=len(sides)))


def _check_game(desk: Desk, table_key: TableKey, game: int) -> None:
    """Raise DeskError for a game that the round does not have, or that comes after the match is decided."""
    round_number, _ = table_key
    rules = round_rules(desk)[round_number]
    if not 1 <= game <= rules.games:
        raise DeskError(plural("desk.error.games", rules.games, where=_table_text(table_key), game=game))
    if game >= first_unplayed_game(desk, table_key, rules):
        raise DeskError(message("desk.error.match_won", where=_table_text(table_key), game=game))


def _load_sitting(desk: Desk, round_number: int, table: int, version: int | None) -> Sitting:
    """Load the table's row. Raises ConflictError if its version is not `version`; None: any."""
    sitting = desk.session.get_one(Sitting, (desk.event.id, round_number, table), populate_existing=True)
    if version is not None and sitting.version != version:
        raise ConflictError(message("desk.error.looked", where=_table_text((round_number, table))))
    return sitting


def _is_unchanged(old: Card | None, card: WrittenCard, code: str) -> bool:
    """Return whether the stored card `old` equals `card` with result code `code`."""
    if old is None or old.code != code:
        return False
    return all(getattr(old, name) == value for name, value in vars(card).items())


def _refuse_overwriting(table_key: TableKey, stored: Mapping[str, Card], changed: Mapping[str, WrittenCard]) -> None:
    """Raise AlreadyEnteredError if one of the `changed` cards would replace a stored one. Both are by side."""
    replaced = [stored[side] for side in changed if side in stored]
    if replaced:
        entries = [
            message("desk.error.entered", side=card.side, card=_card_text(card), by=card.by) for card in replaced
        ]
        raise AlreadyEnteredError(
            message("desk.error.has_result", where=_table_text(table_key), cards="; ".join(entries))
        )


def describe_entries(desk: Desk, round_number: int, table: int) -> str:
    """Return the cards entered at a table in a round and by whom, as text; or that a board has reported."""
    games = current_cards(desk, [(round_number, table)])[round_number, table]
    cards = [card for game in games.values() for card in game.values()]
    if not cards:
        return message("desk.found.has_board", table=table)
    authors = ", ".join(sorted({card.by for card in cards}))
    entries = "; ".join(message("desk.found.side", side=card.side, card=_card_text(card)) for card in cards)
    return message("desk.found.has_entries", table=table, cards=entries, by=authors)


def _card_text(card: Card) -> str:
    """Return a card as text: the two front pegs (`121–98`) if known, else points, column and spread (`2+23`)."""
    own_hole, opponent_hole, sign = card.holes, card.against, card.column
    if own_hole is not None and opponent_hole is not None:
        return f"{own_hole}–{opponent_hole}"
    return f"{card.points}{sign}{'' if card.spread is None else card.spread}"
