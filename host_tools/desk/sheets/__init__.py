"""Signed results of an event on one sheet, which another club's desk verifies without a network."""

from host_tools.desk.sheets.club_keys import ClubKeys, fingerprint
from host_tools.desk.sheets.results_sheet import ResultsSheet, SheetError, SheetRow, build_sheet
from host_tools.desk.sheets.sheet_code import decode_sheet, encode_sheet, sheet_qr_code

__all__ = [
    "ClubKeys",
    "ResultsSheet",
    "SheetError",
    "SheetRow",
    "build_sheet",
    "decode_sheet",
    "encode_sheet",
    "fingerprint",
    "sheet_qr_code",
]
