"""Rich tables of seating and bracket."""

from rich.table import Table

from host_tools.desk.cli.tables import columns, table
from host_tools.desk.rounds import BracketView, RoundView
from host_tools.words import word


def seating(name: str, seated: RoundView) -> Table:
    """Who sits where."""
    letters = sorted({letter for one in seated.tables for letter in one.sides})
    rows = [[one.table, *(" & ".join(one.sides.get(letter, [])) for letter in letters)] for one in seated.tables]
    out = word("shell.seating.out", names=", ".join(seated.out)) if seated.out else ""
    caption = "; ".join(filter(None, (out, seated.note)))
    return table(
        word("shell.seating.title", event=name, round=seated.round, preset=seated.preset),
        [*columns("table"), *(word("shell.seating.side", side=letter) for letter in letters)],
        rows,
        caption,
    )


def bracket(name: str, view: BracketView) -> Table:
    """The play-off, a line for each meeting."""
    rows = []
    for one in (one for stage in view.rounds for one in stage):
        a, b = (f"{seed} {who}" if seed else "" for seed, who in zip(one.seeds, one.names, strict=True))
        rows.append(
            (
                one.round,
                one.table,
                a,
                word("desk.bracket.bye") if one.bye else b,
                f"{one.won[0]}–{one.won[1]}",
                one.winner,
            )
        )
    state = word("shell.bracket.best_of", games=view.best_of) if view.drawn else word("shell.bracket.not_drawn")
    caption = word("shell.bracket.about", qualifiers=view.qualifiers, byes=view.byes, state=state)
    return table(
        word("shell.bracket.title", event=name),
        columns("round", "table", "seed", "against", "games", "winner"),
        rows,
        caption,
    )
