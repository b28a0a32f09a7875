"""Fees, purses and prizes, computed to the cent."""

from host_tools.desk.money.payments import FeeLine, fee_list, payers, payments_recorded, purse_names, record_payments
from host_tools.desk.money.prize_shares import Division, award_prizes, divide_fees, share_out
from host_tools.desk.money.prizes import PaidPurse, Payout, Prize, compute_payout, dollars
from host_tools.desk.money.purse_config import (
    build_purses,
    parse_purses,
    purse_of,
    purses_of,
    set_purses,
    store_purses,
)
from host_tools.desk.money.special_awards import awards, delete_hand, draw_winner, record_hand

__all__ = [
    "Division",
    "FeeLine",
    "PaidPurse",
    "Payout",
    "Prize",
    "award_prizes",
    "awards",
    "build_purses",
    "compute_payout",
    "delete_hand",
    "divide_fees",
    "dollars",
    "draw_winner",
    "fee_list",
    "parse_purses",
    "payers",
    "payments_recorded",
    "purse_names",
    "purse_of",
    "purses_of",
    "record_hand",
    "record_payments",
    "set_purses",
    "share_out",
    "store_purses",
]
