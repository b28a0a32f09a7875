"""Build Rich tables of a round's seating and of the bracket."""

from rich.table import Table

from host_tools.desk.cli.tables import build_table, column_headings, table_cell
from host_tools.desk.rounds.bracket_view import BracketView
from host_tools.desk.rounds.round_view import RoundView
from host_tools.i18n import message


def seating_table(name: str, view: RoundView) -> Table:
    """Build the table of a round's seating, with byes and note as caption."""
    letters = sorted({letter for table_view in view.tables for letter in table_view.sides})
    rows = [
        [table_cell(table_view.table), *(" & ".join(table_view.sides.get(letter, [])) for letter in letters)]
        for table_view in view.tables
    ]
    byes = message("cli.seating.out", names=", ".join(view.out)) if view.out else ""
    caption = "; ".join(filter(None, (byes, view.note)))
    return build_table(
        message("cli.seating.title", event=name, round=view.round, preset=view.preset),
        [*column_headings("table"), *(message("cli.seating.side", side=letter) for letter in letters)],
        rows,
        caption,
    )


def bracket_table(name: str, view: BracketView) -> Table:
    """Build the table of the bracket, a row for each meeting."""
    rows = []
    for meeting in (meeting for stage in view.rounds for meeting in stage):
        a, b = (f"{seed} {who}" if seed else "" for seed, who in zip(meeting.seeds, meeting.names, strict=True))
        rows.append(
            (
                meeting.round,
                table_cell(meeting.table),
                a,
                message("desk.bracket.bye") if meeting.bye else b,
                f"{meeting.won[0]}–{meeting.won[1]}",
                meeting.winner,
            )
        )
    state = message("cli.bracket.best_of", games=view.best_of) if view.drawn else message("cli.bracket.not_drawn")
    caption = message("cli.bracket.about", qualifiers=view.qualifiers, byes=view.byes, state=state)
    return build_table(
        message("cli.bracket.title", event=name),
        column_headings("round", "table", "seed", "against", "games", "winner"),
        rows,
        caption,
    )
