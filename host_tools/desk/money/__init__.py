"""Fees, the purse and the prizes, to the cent."""

from host_tools.desk.money.prizes import Payout, dollars, payout, rest
from host_tools.desk.money.shares import award_prizes, purse, share_out

__all__ = ["Payout", "award_prizes", "dollars", "payout", "purse", "rest", "share_out"]
