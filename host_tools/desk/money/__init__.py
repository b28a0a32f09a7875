"""Fees, purses and prizes, computed to the cent."""

from host_tools.desk.money.fee_division import Division, divide_fees
from host_tools.desk.money.payments import FeeLine, fee_list, payers, payments_recorded, purse_names, record_payments
from host_tools.desk.money.prize_shares import award_prizes, dollars, share_out
from host_tools.desk.money.prizes import PaidPurse, Payout, Prize, compute_payout
from host_tools.desk.money.purse_config import parse_purses, purse_fields, purse_of, purses_of, set_purses
from host_tools.desk.money.purse_kind import Candidate, Candidates, PurseKind, Won, award_by_place
from host_tools.desk.money.purse_kinds import PURSE_KINDS, kind_of
from host_tools.desk.money.purse_values import a_list, amount, whole_number
from host_tools.desk.money.special_awards import awards, delete_hand, draw_winner, hands_paid, record_hand

__all__ = [
    "PURSE_KINDS",
    "Candidate",
    "Candidates",
    "Division",
    "FeeLine",
    "PaidPurse",
    "Payout",
    "Prize",
    "PurseKind",
    "Won",
    "a_list",
    "amount",
    "award_by_place",
    "award_prizes",
    "awards",
    "compute_payout",
    "delete_hand",
    "divide_fees",
    "dollars",
    "draw_winner",
    "fee_list",
    "hands_paid",
    "kind_of",
    "parse_purses",
    "payers",
    "payments_recorded",
    "purse_fields",
    "purse_names",
    "purse_of",
    "purses_of",
    "record_hand",
    "record_payments",
    "set_purses",
    "share_out",
    "whole_number",
]
