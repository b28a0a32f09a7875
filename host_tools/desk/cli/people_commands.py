"""Typer commands of `cribboard event`, and their tables: players come and go, a player's card."""

from dataclasses import asdict
from typing import Annotated

import typer

from host_tools.desk.cli.options import Answer, Because, Name, Player, command, decision
from host_tools.desk.cli.tables import AnswerTable, column_headings, table_cell
from host_tools.desk.events.entrants import (
    admit_player,
    entrant,
    expel_player,
    readmit_player,
    shown_names,
    withdraw_player,
)
from host_tools.desk.events.hall_copy import hall_to_change
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.scoring.penalties import LATE, PENALTY, penalize, penalties, take_back_penalty
from host_tools.desk.scoring.score_card_view import CardLine, CardView, card_view
from host_tools.desk.store.model import ANNULLED, STAY
from host_tools.i18n import message


def card_table(view: CardView) -> AnswerTable:
    """Build the table of a player's score card."""
    rows: list[tuple[object, ...]] = [
        (
            line.round,
            table_cell(line.table) if line.table else message("cli.card.out"),
            line.side,
            message("event.expel.counts_not") if line.annulled else line.points,
            line.plus or "",
            line.minus or "",
            _opponents_text(line),
        )
        for line in view.lines
    ]
    rows += [(one.round or "", "", "", f"{one.points:+}", "", "", one.text) for one in view.penalties]
    caption = message("cli.card.sum", points=view.points, won=view.won, net=f"{view.net:+}")
    return AnswerTable(
        f"{view.name} ({view.id})",
        [*column_headings("round", "table", "side", "points"), "+", "−", *column_headings("against")],
        rows,
        caption,
    )


def _opponents_text(line: CardLine) -> str:
    """Format the opponents and partner of a line of a score card."""
    return " & ".join(line.opponents) + (f", {message('cli.card.with', partner=line.partner)}" if line.partner else "")


Start = Annotated[int | None, typer.Option("--from", min=1, metavar="N", help="Round; left out: the next.")]


@decision
def admit(
    location: EventLocation,
    name: Name,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Their name.", show_default=False)],
    start: Start = None,
    code: Annotated[str, typer.Option("--id", metavar="ID", help="Their id; left out: the next free number.")] = "",
    partner: Annotated[str, typer.Option(metavar="NAME", help="The partner, where fixed pairs play.")] = "",
    club: Annotated[str, typer.Option(metavar="CLUB")] = "",
    place: Annotated[
        str, typer.Option(metavar="PLAYER", help="Whose place they take, of those who have left; left out: any.")
    ] = "",
    hall: Annotated[str, typer.Option(metavar="HALL", help="Of several halls, theirs: letter or name.")] = "",
) -> Answer:
    entry = Entry(0, " ".join(player.split()), code.strip(), " ".join(partner.split()), club.strip())
    with location.writing(name) as desk:
        joined = admit_player(desk, entry, start, place.strip(), hall_to_change(desk, hall))
        data = {"player": joined.code, "name": joined.name, "from": joined.joined}
    return data, message("event.people.admitted", name=data["name"], id=data["player"], round=data["from"])


@decision
def withdraw(location: EventLocation, name: Name, player: Player, start: Start = None, because: Because = "") -> Answer:
    with location.writing(name, because) as desk:
        leaving = entrant(desk, player)
        start, name = withdraw_player(desk, leaving.code, start), leaving.name
        shown = shown_names(desk)[leaving.number]
    return {"player": name, "from": start}, message("event.people.withdrawn", name=shown, round=start)


@decision
def readmit(location: EventLocation, name: Name, player: Player, start: Start = None, because: Because = "") -> Answer:
    with location.writing(name, because) as desk:
        returning = entrant(desk, player)
        start, name = readmit_player(desk, returning.code, start), returning.name
        shown = shown_names(desk)[returning.number]
    return {"player": name, "from": start}, message("event.people.readmitted", name=shown, round=start)


@decision
def expel(
    location: EventLocation,
    name: Name,
    player: Player,
    annul: Annotated[bool, typer.Option("--annul", help="Their games count for nobody; else they stay.")] = False,
    because: Because = "",
) -> Answer:
    with location.writing(name, because) as desk:
        expelled = entrant(desk, player)
        start, name = expel_player(desk, expelled.code, ANNULLED if annul else STAY), expelled.name
        shown = shown_names(desk)[expelled.number]
    return {"player": name, "from": start}, message("event.expel.done", name=shown)


@decision
def penalty(
    location: EventLocation,
    name: Name,
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help="Left out: list all penalties.", show_default=False)
    ] = "",
    points: Annotated[int, typer.Option(min=1, help="Game points that are taken off.")] = 1,
    late: Annotated[bool, typer.Option("--late", help="For coming late.")] = False,
    round_number: Annotated[int, typer.Option("--round", min=0, help="The round it is for.")] = 0,
    take_back: Annotated[
        int | None, typer.Option("--take-back", metavar="NUMBER", help="Take a penalty back, by its number.")
    ] = None,
    because: Because = "",
) -> Answer:
    if take_back is None and not player:
        with location.reading(name) as desk:
            given = penalties(desk)
        rows = [(one.id, one.name, f"{one.points:+}", one.text, one.by) for one in given]
        table = AnswerTable(name, column_headings("number", "name", "points", "what", "by"), rows)
        return [asdict(one) for one in given], table if rows else message("event.penalty.nobody")
    with location.writing(name, because) as desk:
        if take_back is not None:
            done = take_back_penalty(desk, take_back)
            return asdict(done), message("event.penalty.taken_back", name=done.name)
        done = penalize(desk, player, points, LATE if late else PENALTY, round_number)
    return asdict(done), message("event.penalty.done", name=done.name, points=f"{done.points:+}")


@command
def who(location: EventLocation, name: Name, player: Player) -> Answer:
    with location.reading(name) as desk:
        card = card_view(desk, entrant(desk, player).code)
    return asdict(card), card_table(card)
