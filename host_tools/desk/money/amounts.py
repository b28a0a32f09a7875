"""Amounts of money, in whole cents: divide them so that the parts add up, write them, and read what a director types.

What is typed stands in a purse's TOML or in a form; the errors say what would be right.
"""

import re
import tomllib
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from host_tools.desk.errors import DeskError
from host_tools.desk.formats.purse_model import DOLLAR
from host_tools.i18n import message


def share_out(total: int, weights: Sequence[int], unit: int = DOLLAR) -> list[int]:
    """Split `total` cents in proportion to `weights`, in multiples of `unit` cents, by the largest-remainder method.

    Returns a part for each weight; the last one includes the cents left over, so that the parts add up to `total`.
    """
    units, remainder = divmod(total, unit)
    total_weight = sum(weights)
    shares = [units * weight // total_weight for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda i: (-(units * weights[i] % total_weight), i))
    for i in by_remainder[: units - sum(shares)]:
        shares[i] += 1
    parts = [share * unit for share in shares]
    parts[-1] += remainder
    return parts


def award_prizes(prizes: Sequence[int], ranks: Sequence[int]) -> list[int]:
    """Compute the cents for each of `ranks` (ascending, from 1) from `prizes`, the cents of each place.

    Players of equal rank share the prizes of their places as `share_equally` says; prizes of places beyond the last
    rank are not awarded.
    """
    amounts = []
    for rank in sorted(set(ranks)):
        tied = ranks.count(rank)
        pooled = sum(prizes[rank - 1 : rank - 1 + tied])
        amounts += share_equally(pooled, tied)
    return amounts


def share_equally(cents: int, count: int) -> list[int]:
    """Return the parts of `count` who share in equal parts, to the cent; what cannot be shared so is not awarded."""
    return [cents // count] * count


def dollars(cents: int) -> str:
    """Format an amount in cents as dollars, as the reader's language writes them."""
    whole, part = divmod(cents, DOLLAR)
    return message("event.money.cents" if part else "event.money.dollars", whole=whole, part=f"{part:02}")


_MOST = 1_000_000


def whole_number(value: Any, low: int, high: int) -> int:
    """Return `value` if it is a whole number from `low` to `high`. Raises DeskError."""
    if type(value) is not int or not low <= value <= high:
        raise DeskError(message("cli.purses.whole", low=low, high=high, value=value))
    return value


def amount(value: Any) -> int:
    """Convert dollars to cents. Raises DeskError unless it is a whole number of cents."""
    cents = value * DOLLAR if type(value) is int or isinstance(value, Decimal) else Decimal("NaN")
    # Only NaN differs from itself.
    if cents != cents or not 0 <= cents <= _MOST * DOLLAR or int(cents) != cents:
        raise DeskError(message("cli.purses.money", value=value))
    return int(cents)


def a_list(value: Any) -> list[Any]:
    """Return `value` if it is a list. Raises DeskError."""
    if not isinstance(value, list):
        raise DeskError(message("cli.purses.a_list"))
    return value


def dollar_text(cents: int) -> str:
    """Format cents as a form has them: `7.50`, `5`, "" for none."""
    whole, part = divmod(cents, DOLLAR)
    return f"{whole}.{part:02}" if part else str(whole or "")


def parse_dollars(text: str) -> Decimal:
    """Parse an amount in dollars, such as "5", "7.50" or "7,50 $". Raises DeskError."""
    try:
        dollars = Decimal(text.replace(",", ".").strip("$ "))
    except InvalidOperation:
        dollars = Decimal(-1)
    # NaN has no order: to compare it raises.
    if not dollars.is_finite() or not 0 <= dollars <= _MOST or dollars != round(dollars, 2):
        raise DeskError(message("event.purses.dollars", text=text))
    return dollars


def parse_whole(text: str) -> int:
    """Parse a whole number of a form, which may have a per cent sign. Raises DeskError."""
    digits = text.strip("% ")
    if not re.fullmatch("[0-9]{1,9}", digits):
        raise DeskError(message("event.purses.number", text=text))
    return int(digits)


def parse_toml_value(text: str) -> Any:
    """Parse a value as TOML has it. Raises DeskError."""
    try:
        return tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]
    except tomllib.TOMLDecodeError as error:
        raise DeskError(message("cli.purses.toml", why=error)) from None


def split_values(text: str) -> list[str]:
    """Split the values that a director has typed in one field of a form. A comma inside a value is a decimal point."""
    return re.split(r"(?:,(?=\s)|[\s;])+", text.strip(",; "))
