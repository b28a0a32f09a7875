"""Build Rich tables of fees paid, purses and prizes."""

from collections.abc import Sequence

from rich.table import Table

from host_tools.desk.cli.tables import build_table, column_headings
from host_tools.desk.formats.purse_model import Purse
from host_tools.desk.money.payments import FeeLine
from host_tools.desk.money.prize_shares import dollars
from host_tools.desk.money.prizes import PaidPurse, Payout
from host_tools.desk.money.purse_kinds import kind_of
from host_tools.desk.store.database import DeskError
from host_tools.i18n import message


def fees_table(name: str, lines: Sequence[FeeLine], purses: Sequence[Purse]) -> Table:
    """Build the table of players and the purses they have paid into; `name` is the event's."""
    names = [purse.name for purse in purses if purse.fee]
    rows = [
        (line.id, line.name, *(message("cli.fees.paid") if purse in line.paid else "" for purse in names))
        for line in lines
    ]
    sums = [sum(purse in line.paid for line in lines) for purse in names]
    caption = "; ".join(
        message("cli.fees.count", purse=purse, count=count, all=len(lines))
        for purse, count in zip(names, sums, strict=True)
    )
    return build_table(message("cli.fees.title", event=name), [*column_headings("id", "name"), *names], rows, caption)


def purses_table(name: str, purses: Sequence[Purse]) -> Table:
    """Build the table of purses: fee, draw and prizes."""
    rows = [(purse.name, *_sums(purse), _rule_text(purse)) for purse in purses]
    return build_table(
        message("cli.purse.title", event=name), column_headings("purse", "fee", "draw", "prizes", "added", "paid"), rows
    )


def _sums(purse: Purse) -> tuple[str, ...]:
    """Format a purse's fee, draw, share of prizes and added money."""
    return dollars(purse.fee), dollars(purse.draw), f"{purse.pot} %", dollars(purse.added)


def _rule_text(purse: Purse) -> str:
    """Return the rule by which a purse's prizes are divided, or why its kind cannot say it."""
    try:
        return kind_of(purse).describe(purse.rule)
    except DeskError as error:
        return str(error)


def payout_tables(name: str, payout: Payout) -> list[object]:
    """Return a table of prizes and undistributed rest for each purse, with notices.

    One says what may still change the amounts; the other, that no payment is recorded and all count as having paid.
    """
    blocks: list[object] = [_prize_table(name, purse, bool(payout.unfinished)) for purse in payout.purses]
    if payout.unfinished:
        blocks.insert(0, message("cli.prizes.open", why="; ".join(payout.unfinished)))
    if not payout.listed:
        blocks.append(message("event.people.nobody_noted"))
    return blocks


def _prize_table(name: str, purse: PaidPurse, unfinished: bool) -> Table:
    """Build the table of a purse's prizes and rest, with the money taken as caption; `unfinished`: it may change."""
    rows: list[tuple[object, ...]] = [
        (prize.rank or prize.label, prize.id, prize.name, dollars(prize.cents)) for prize in purse.prizes
    ]
    rows += [
        ("", "", message(f"desk.prizes.{destination}"), dollars(cents))
        for destination, cents in purse.rest.items()
        if cents
    ]
    caption = [message("cli.prizes.taken", count=purse.members, taken=dollars(purse.division.taken))]
    if purse.division.added:
        caption.append(message("cli.prizes.added", added=dollars(purse.division.added)))
    title = message("cli.prizes.title_open" if unfinished else "cli.prizes.title", event=name, purse=purse.name)
    return build_table(title, column_headings("rank", "id", "name", "amount"), rows, ", ".join(caption))
