"""Fees, purses and prizes on a terminal."""

from collections.abc import Sequence

from rich.table import Table

from host_tools.desk.cli.tables import table
from host_tools.desk.formats import Purse
from host_tools.desk.money import FeeLine, PaidPurse, Payout, dollars


def fees(name: str, listed: Sequence[FeeLine], purses: Sequence[Purse]) -> Table:
    """Who has paid into which purse."""
    names = [one.name for one in purses if one.fee]
    rows = [(one.id, one.name, *("paid" if purse in one.paid else "" for purse in names)) for one in listed]
    sums = [sum(purse in one.paid for one in listed) for purse in names]
    told = "; ".join(f"{purse}: {n} of {len(listed)} have paid" for purse, n in zip(names, sums, strict=True))
    return table(f"{name}, fees", ("id", "name", *names), rows, told)


def purses(name: str, listed: Sequence[Purse]) -> Table:
    """What is paid in and out."""
    rows = [
        (one.name, dollars(one.fee), dollars(one.draw), f"{one.pot} %", dollars(one.added), _who(one)) for one in listed
    ]
    return table(f"{name}, purses", ("purse", "fee", "of it to a draw", "prizes", "added", "who is paid"), rows)


def _who(one: Purse) -> str:
    if one.field:
        return f"the first {one.field} % of the field"
    if one.qualifiers:
        return "all who qualify"
    if one.hands:
        return "hands of " + ", ".join(f"{count} ({part})" for count, part in one.hands)
    return ", ".join(dollars(cents) for cents in one.sums) or "by place " + " / ".join(map(str, one.shares))


def payout(name: str, paid: Payout) -> list[object]:
    """Who gets what of each purse, and where the rest goes."""
    shown: list[object] = [_purse(name, one, bool(paid.unfinished)) for one in paid.purses]
    if paid.unfinished:
        shown.insert(0, f"Not final, only if all finish as they stand now: {'; '.join(paid.unfinished)}.")
    if not paid.listed:
        shown.append("No payment has been noted: everybody who was seated is taken to have paid.")
    return shown


def _purse(name: str, one: PaidPurse, open_: bool) -> Table:
    rows: list[tuple[object, ...]] = [
        (prize.rank or prize.what, prize.id, prize.name, dollars(prize.cents)) for prize in one.prizes
    ]
    rows += [("", "", what, dollars(cents)) for what, cents in one.rest.items() if cents]
    added = f", added: {dollars(one.division.added)}" if one.division.added else ""
    caption = f"{one.members} paid, taken: {dollars(one.division.taken)}{added}"
    title = f"{name}, {one.name}, {'if all finish' if open_ else 'prizes'}"
    return table(title, ("rank", "id", "name", "amount"), rows, caption)
