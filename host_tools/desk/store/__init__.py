"""The database: tables, transactions, and the migrations that bring an older file up to date."""

from host_tools.desk.store.base import Base, Director, add_rows, batches, now
from host_tools.desk.store.database import SUFFIX, ConflictError, DeskError, Store, StoreError, copy_file, file_url
from host_tools.desk.store.model import NAME, TABLES, Card, Change, Entrant, Event, Line, Round, Score, Seat, Sitting

__all__ = [
    "NAME",
    "SUFFIX",
    "TABLES",
    "Base",
    "Card",
    "Change",
    "ConflictError",
    "DeskError",
    "Director",
    "Entrant",
    "Event",
    "Line",
    "Round",
    "Score",
    "Seat",
    "Sitting",
    "Store",
    "StoreError",
    "add_rows",
    "batches",
    "copy_file",
    "file_url",
    "now",
]
