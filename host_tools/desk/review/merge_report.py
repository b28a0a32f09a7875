"""What a merge of a hall's copy into its event has brought, and what it has not."""

from dataclasses import asdict, dataclass, field

from host_tools.desk.rounds.correction_impact import CorrectionEffect
from host_tools.i18n import message
from host_tools.table_numbers import hall_letter


@dataclass
class MergeReport:
    """What a merge has brought: numbers of `rounds` seated anew, new `lines`, `held` ones, `cards` and `decisions`.

    `kept` says what of the event stayed as it was, though the hall had it otherwise. `waiting`: the hall's results at
    tables where others sit here, which are not taken. `would`: changes of seats, qualifiers and ties that an earlier
    merge would have caused.
    """

    hall: int = 0
    players: int = 0
    rounds: int = 0
    lines: int = 0
    held: int = 0
    cards: int = 0
    decisions: int = 0
    waiting: int = 0
    kept: list[str] = field(default_factory=list)
    would: list[CorrectionEffect] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether the merge has brought nothing."""
        return not (self.players or self.rounds or self.lines or self.cards or self.decisions)

    @property
    def summary(self) -> str:
        """What it has brought, as text."""
        return message("event.halls.merged", "", **asdict(self) | {"hall": hall_letter(self.hall)})
