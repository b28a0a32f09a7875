"""Build Rich tables of a player's score card and a member's nights."""

from rich.table import Table

from host_tools.desk.cli.tables import build_table, column_headings, table_cell
from host_tools.desk.scoring.member_record import MemberRecord
from host_tools.desk.scoring.score_card_view import CardLine, CardView
from host_tools.i18n import message


def card_table(view: CardView) -> Table:
    """Build the table of a player's score card."""
    rows = [
        (
            line.round,
            table_cell(line.table) if line.table else message("cli.card.out"),
            line.side,
            line.points,
            line.plus or "",
            line.minus or "",
            _opponents_text(line),
        )
        for line in view.lines
    ]
    caption = message("cli.card.sum", points=view.points, won=view.won, net=f"{view.net:+}")
    return build_table(
        f"{view.name} ({view.id})",
        [*column_headings("round", "table", "side", "points"), "+", "−", *column_headings("against")],
        rows,
        caption,
    )


def _opponents_text(line: CardLine) -> str:
    """Format the opponents and partner of a line of a score card."""
    return " & ".join(line.opponents) + (f", {message('cli.card.with', partner=line.partner)}" if line.partner else "")


def member_tables(record: MemberRecord) -> list[Table]:
    """Build the tables of a member's nights and games by opponent."""
    nights = [
        (
            night.night,
            message("cli.member.place", rank=night.rank, of=night.of),
            night.points,
            night.won,
            night.lost,
            night.net,
            "" if night.counts else message("cli.member.not_counted"),
        )
        for night in record.nights
    ]
    caption = message(
        "cli.member.sum",
        points=record.points,
        net=f"{record.net:+}",
        won=record.won,
        lost=record.lost,
        given=record.given,
        taken=record.taken,
    )
    headings = column_headings("night", "place", "points", "won", "lost", "net", "")
    games = [
        (opponent.name, opponent.won, opponent.lost, opponent.given, opponent.taken) for opponent in record.against
    ]
    return [
        build_table(f"{record.name} ({record.id})", headings, nights, caption),
        build_table(
            message("cli.member.head_to_head"), column_headings("against", "won", "lost", "given", "taken"), games
        ),
    ]
