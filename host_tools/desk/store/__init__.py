"""The database: tables, transactions, and the migrations that bring an older file up to date."""

from host_tools.desk.store.base import Base, Director, add_rows, batches, now
from host_tools.desk.store.database import SUFFIX, ConflictError, DeskError, Store, StoreError, copy_file, file_url
from host_tools.desk.store.model import (
    NAME,
    TABLES,
    Award,
    Card,
    Change,
    Entrant,
    Event,
    Line,
    Payment,
    Round,
    Score,
    Seat,
    Sitting,
    Tie,
)

__all__ = [
    "NAME",
    "SUFFIX",
    "TABLES",
    "Award",
    "Base",
    "Card",
    "Change",
    "ConflictError",
    "DeskError",
    "Director",
    "Entrant",
    "Event",
    "Line",
    "Payment",
    "Round",
    "Score",
    "Seat",
    "Sitting",
    "Store",
    "StoreError",
    "Tie",
    "add_rows",
    "batches",
    "copy_file",
    "file_url",
    "now",
]
