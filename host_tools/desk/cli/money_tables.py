"""Rich tables of fees, purses and prizes."""

from collections.abc import Sequence

from rich.table import Table

from host_tools.desk.cli.tables import columns, table
from host_tools.desk.formats import Purse
from host_tools.desk.money import FeeLine, PaidPurse, Payout, dollars
from host_tools.words import word


def fees(name: str, listed: Sequence[FeeLine], purses: Sequence[Purse]) -> Table:
    """Who has paid into which purse."""
    names = [one.name for one in purses if one.fee]
    rows = [
        (one.id, one.name, *(word("shell.fees.paid") if purse in one.paid else "" for purse in names)) for one in listed
    ]
    sums = [sum(purse in one.paid for one in listed) for purse in names]
    told = "; ".join(
        word("shell.fees.count", purse=purse, count=count, all=len(listed))
        for purse, count in zip(names, sums, strict=True)
    )
    return table(word("shell.fees.title", event=name), [*columns("id", "name"), *names], rows, told)


def purses(name: str, listed: Sequence[Purse]) -> Table:
    """What is paid in and out."""
    rows = [
        (one.name, dollars(one.fee), dollars(one.draw), f"{one.pot} %", dollars(one.added), _who(one)) for one in listed
    ]
    return table(
        word("shell.purse.title", event=name), columns("purse", "fee", "draw", "prizes", "added", "paid"), rows
    )


def _who(one: Purse) -> str:
    if one.field:
        return word("shell.purse.field", share=one.field)
    if one.qualifiers:
        return word("shell.purse.qualifiers")
    if one.hands:
        return word("shell.purse.hands", hands=", ".join(f"{count} ({part})" for count, part in one.hands))
    shares = " / ".join(map(str, one.shares))
    return ", ".join(dollars(cents) for cents in one.sums) or word("shell.purse.shares", shares=shares)


def payout(name: str, paid: Payout) -> list[object]:
    """Who gets what of each purse, and where the rest goes."""
    shown: list[object] = [_purse(name, one, bool(paid.unfinished)) for one in paid.purses]
    if paid.unfinished:
        shown.insert(0, word("shell.prizes.open", why="; ".join(paid.unfinished)))
    if not paid.listed:
        shown.append(word("shell.prizes.nobody_noted"))
    return shown


def _won_by(what: str) -> str:
    """What a prize is for that is not of a place: the draw, the bracket, or the count of a hand."""
    keys = {"draw": "desk.prizes.draw", "qualified": "event.money.qualified"}
    return word(keys[what]) if what in keys else what


def _purse(name: str, one: PaidPurse, open_: bool) -> Table:
    rows: list[tuple[object, ...]] = [
        (prize.rank or _won_by(prize.what), prize.id, prize.name, dollars(prize.cents)) for prize in one.prizes
    ]
    rows += [("", "", word(f"desk.prizes.{what}"), dollars(cents)) for what, cents in one.rest.items() if cents]
    caption = [word("shell.prizes.taken", count=one.members, taken=dollars(one.division.taken))]
    if one.division.added:
        caption.append(word("shell.prizes.added", added=dollars(one.division.added)))
    title = word("shell.prizes.title_open" if open_ else "shell.prizes.title", event=name, purse=one.name)
    return table(title, columns("rank", "id", "name", "amount"), rows, ", ".join(caption))
