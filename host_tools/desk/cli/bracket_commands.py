"""Typer commands of `cribboard event`: bracket, extra games, replacing a qualifier, creating a consolation event."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from host_tools.desk.cli import round_tables
from host_tools.desk.cli.decision_command import decision
from host_tools.desk.cli.format_choice import FORMAT_IDS
from host_tools.desk.cli.options import Answer, Because, Name, Player, command, current_user
from host_tools.desk.events.entrants import entrant
from host_tools.desk.events.event import create_event
from host_tools.desk.events.location import EventLocation
from host_tools.desk.formats.purse_model import DOLLAR
from host_tools.desk.review.readiness import draw_when_settled
from host_tools.desk.rounds.bracket_view import bracket_view
from host_tools.desk.rounds.change_qualifiers import replace_qualifier, seat_extra_game
from host_tools.desk.rounds.consolation_roster import consolation_roster
from host_tools.desk.store.desk import Desk
from host_tools.i18n import message


@decision
def bracket(
    location: EventLocation,
    name: Name,
    draw: Annotated[bool, typer.Option("--draw", help="Fix who has qualified; `seat` then seats them.")] = False,
    best_of: Annotated[int, typer.Option(help="Games of a meeting: 3 or 5.")] = 3,
    because: Annotated[str, typer.Option(metavar="WHY", help="Why it is drawn though something is open.")] = "",
) -> Answer:
    if draw:
        with location.writing(name, because) as desk:
            draw_when_settled(desk, best_of)
    with location.reading(name) as desk:
        view = bracket_view(desk)
    return asdict(view), round_tables.bracket_table(name, view)


@command
def extra(location: EventLocation, name: Name, player: Player, other: Player, because: Because = "") -> Answer:
    with location.writing(name, because) as desk:
        player_numbers = _player_numbers(desk, (player, other))
        round_number = seat_extra_game(desk, player_numbers)
    return {"round": round_number}, message("cli.extra.done", round=round_number, one=player, other=other)


@decision
def replace(location: EventLocation, name: Name, player: Player, other: Player, because: Because = "") -> Answer:
    with location.writing(name, because) as desk:
        leaver, replacement = _player_numbers(desk, (player, other))
        replace_qualifier(desk, leaver, replacement)
    return {"out": player, "in": other}, message("event.bracket.replaced", one=player, other=other)


def _player_numbers(desk: Desk, names: Sequence[str]) -> list[int]:
    """Look up players by id or name; return their numbers. Raises DeskError."""
    return [entrant(desk, who).number for who in names]


@command
def consolation(
    location: EventLocation,
    name: Name,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new event's name.", show_default=False)],
    format: Annotated[str, typer.Option(metavar=FORMAT_IDS, help="Kind of event; left out: the same.")] = "",
    rounds: Annotated[int | None, typer.Option(min=1, help="Left out: the format's usual number.")] = None,
    fee: Annotated[float | None, typer.Option(min=0, help="Each player's fee, in dollars.")] = None,
) -> Answer:
    with location.reading(name) as desk:
        kind, entries = format or desk.event.format, consolation_roster(desk)
    fee_cents = None if fee is None else round(fee * DOLLAR)
    with location.creating(new) as session:
        created = create_event(session, new, kind, entries, rounds=rounds, seed=None, fee=fee_cents, by=current_user())
        data = {"event": new, "format": created.format, "players": len(entries)}
        data |= {"rounds": created.rounds, "id": created.uid}
    return data, message("cli.create.done", event=new, count=len(entries), rounds=data["rounds"], format=kind)
