"""Compute standings from results: cross-checked cards, scores of each table, totals, ranking, score cards."""

from host_tools.desk.scoring.cross_check import (
    AGAINST,
    BLANK,
    BOTH_QUALIFY,
    MENDED,
    MINUS,
    ONE_QUALIFIER,
    OPPOSITE,
    PLUS,
    SAME_COLUMN,
    Ruling,
    WrittenCard,
    cross_check,
)
from host_tools.desk.scoring.disputed_games import disputed_games
from host_tools.desk.scoring.member_record import MemberRecord, member_record
from host_tools.desk.scoring.qualifying import bracket_places, contenders, tied_at_the_cut
from host_tools.desk.scoring.ranking import Totals, rank_players
from host_tools.desk.scoring.receipts import Receipt, find_receipts
from host_tools.desk.scoring.recompute_scores import Sides, current_cards, recompute_scores, seats_at, to_written_card
from host_tools.desk.scoring.score_card_view import CardView, all_cards, card_view
from host_tools.desk.scoring.season import Night, SeasonTotal, read_night, season_totals
from host_tools.desk.scoring.standings import (
    ChangedPlace,
    Standing,
    apparent_qualifiers,
    changed_places,
    compute_standings,
    ranking,
)
from host_tools.desk.scoring.stored_lines import (
    LINES,
    StoredLine,
    TableKey,
    counting_line,
    counts,
    key_batches_by_round,
    lines_at,
    read_lines,
    table_conditions,
    usable_lines,
)

__all__ = [
    "AGAINST",
    "BLANK",
    "BOTH_QUALIFY",
    "LINES",
    "MENDED",
    "MINUS",
    "ONE_QUALIFIER",
    "OPPOSITE",
    "PLUS",
    "SAME_COLUMN",
    "CardView",
    "ChangedPlace",
    "MemberRecord",
    "Night",
    "Receipt",
    "Ruling",
    "SeasonTotal",
    "Sides",
    "Standing",
    "StoredLine",
    "TableKey",
    "Totals",
    "WrittenCard",
    "all_cards",
    "apparent_qualifiers",
    "bracket_places",
    "card_view",
    "changed_places",
    "compute_standings",
    "contenders",
    "counting_line",
    "counts",
    "cross_check",
    "current_cards",
    "disputed_games",
    "find_receipts",
    "key_batches_by_round",
    "lines_at",
    "member_record",
    "rank_players",
    "ranking",
    "read_lines",
    "read_night",
    "recompute_scores",
    "season_totals",
    "seats_at",
    "table_conditions",
    "tied_at_the_cut",
    "to_written_card",
    "usable_lines",
]
