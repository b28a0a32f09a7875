"""Fees, purses and prizes, computed to the cent."""

from host_tools.desk.money.payments import FeeLine, fee_list, note_payments, payers, payments_recorded, purse_names
from host_tools.desk.money.prize_shares import Division, award_prizes, divide, share_out
from host_tools.desk.money.prizes import PaidPurse, Payout, Prize, dollars, payout
from host_tools.desk.money.purse_config import parse_purses, purse_of, purses_of, set_purses
from host_tools.desk.money.special_awards import awards, draw_winner, note_hand, take_back_hand

__all__ = [
    "Division",
    "FeeLine",
    "PaidPurse",
    "Payout",
    "Prize",
    "award_prizes",
    "awards",
    "divide",
    "dollars",
    "draw_winner",
    "fee_list",
    "note_hand",
    "note_payments",
    "parse_purses",
    "payers",
    "payments_recorded",
    "payout",
    "purse_names",
    "purse_of",
    "purses_of",
    "set_purses",
    "share_out",
    "take_back_hand",
]
