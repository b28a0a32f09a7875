"""Display text of the menus, and of faults such as damaged settings or a damaged journal."""

from ...entry.asked import (
    ASK_CHOOSE,
    ASK_DETAIL,
    ASK_PIN,
    ASK_ROUND,
    ASK_SETUP,
    ASK_STATUS,
    ASK_TEST,
    agreeing,
)
from ...interpreter import const
from ...rules.decisions import DECISIONS, NEEDS_OTHER_TEAM
from .phrases import (
    SAY_DECIDE,
    SAY_DECISION_1,
    SAY_JUDGE,
    SAY_JUDGE_AGREE,
    SAY_JUDGE_CHOSEN,
    SAY_OTHER_TEAM,
    SAY_PIN,
    SAY_PIN_HINT,
    SAY_PRESET_1,
    SAY_QUESTION_1,
    SAY_SETUP,
    SAY_SETUP_LIGHT,
    SAY_SETUP_MORE,
    SAY_SETUP_MUGGINS,
    SAY_SETUP_OK,
    SAY_SETUP_ROUND,
    SAY_SETUP_ROUND_HINT,
    SAY_SETUP_RULES,
    SAY_STATED_1,
    SAY_STATUS,
    SAY_STATUS_HINT,
    SAY_STATUS_TEAM,
    SAY_TEST,
    SAY_TEST_HINT,
    SAY_TROUBLE_1,
    SAY_TROUBLE_HINT,
)
from .text_buffer import ROWS, team_at

_CHOICES_ROW = const(5)


class MenuTexts:
    """Fills the text buffer while a menu is open."""

    def __init__(self, buffer, console) -> None:
        self._buffer = buffer
        self._match = console.match
        self._console = console
        self._menus = console.menus

    def write_fault(self, number: int, first: int) -> None:
        """Write what is wrong; `number`: `Board.fault_kind`."""
        self._write_below_scores(SAY_TROUBLE_1 + number - 1, SAY_TROUBLE_HINT, first)

    def _write_below_scores(self, phrase: int, hint: int, first: int) -> None:
        """Write the scores, and below them a phrase and its hint."""
        buffer = self._buffer
        buffer.write_scores_above(self._match, first, buffer.line_count(phrase) + buffer.line_count(hint))
        buffer.write_message(phrase, hint)

    def write(self, what: int, first: int) -> None:
        """Fill the text buffer with `what` the open menu asks, for the display on the side of team `first`."""
        menus = self._menus
        if what == ASK_STATUS:
            self._write_status(first)
        elif what == ASK_PIN:
            self._write_pin(menus.pin_page)
        elif what == ASK_TEST:
            self._buffer.go_to_row(1)
            self._buffer.write_message(SAY_TEST, SAY_TEST_HINT)
        elif what == ASK_ROUND:
            self._buffer.go_to_row(1)
            self._buffer.n = self._match.tally.round
            self._buffer.write_message(SAY_SETUP_ROUND, SAY_SETUP_ROUND_HINT)
        elif what == ASK_SETUP:
            self._write_setup(menus.setup)
        elif what == ASK_CHOOSE:
            self._write_choices(menus.judge.count.total)
        else:
            self._buffer.teams = agreeing(self._console, what)
            hint = SAY_DECIDE if what == ASK_DETAIL else SAY_JUDGE_AGREE
            self._write_below_scores(self._decision_phrase(menus.judge), hint, first)

    def _write_status(self, first: int) -> None:
        """Write games won and match points of each team, team `first` first."""
        buffer = self._buffer
        match = self._match
        buffer.write_inverted(SAY_STATUS)
        for place in range(match.teams):
            buffer.team = team_at(place, first)
            buffer.n = match.tally.won[buffer.team]
            buffer.m = match.tally.points[buffer.team]
            if match.teams == 2:
                buffer.write_tall(SAY_STATUS_TEAM, 0)
            else:
                buffer.write_small(SAY_STATUS_TEAM)
        buffer.write_small(SAY_STATUS_HINT)

    def _write_pin(self, page) -> None:
        """Write which digit of the PIN is being entered, and its value so far."""
        buffer = self._buffer
        buffer.go_to_row(1)
        buffer.n = page.count.total
        buffer.m = page.typed_count + 1
        buffer.write_message(SAY_PIN, SAY_PIN_HINT)

    def _write_setup(self, menu) -> None:
        """Write the settings chosen in the setup menu: preset, teams and brightness."""
        buffer = self._buffer
        buffer.write_inverted(SAY_SETUP_MUGGINS if menu.muggins else SAY_SETUP)
        buffer.write_tall(SAY_PRESET_1 + menu.preset, 3)
        buffer.go_to_row(_CHOICES_ROW)
        buffer.n = menu.teams
        buffer.m = menu.brightness
        buffer.write_small(SAY_SETUP_RULES)
        buffer.write_small(SAY_SETUP_LIGHT)
        buffer.write_small(SAY_SETUP_MORE if self._match.in_event else SAY_SETUP_OK)

    def _write_choices(self, chosen: int) -> None:
        """List the decisions, number `chosen` (0: none) dark on light: as many as there is room for, that one among."""
        buffer = self._buffer
        buffer.n = chosen
        buffer.write_inverted(SAY_JUDGE_CHOSEN if chosen else SAY_JUDGE)
        last = max(min(ROWS - 1, len(DECISIONS)), chosen)
        for number in range(max(1, last - ROWS + 2), last + 1):
            if number == chosen:
                buffer.write_inverted(SAY_DECISION_1 + number - 1)
            else:
                buffer.write_small(SAY_DECISION_1 + number - 1)

    def _decision_phrase(self, menu) -> int:
        """Return the phrase that states the judge's decision, registers set, or asks for what is missing."""
        decision = menu.decision
        other = menu.other_team()
        if menu.team < 0:
            return SAY_QUESTION_1 + menu.number - 1
        if decision.needs & NEEDS_OTHER_TEAM and other < 0:
            return SAY_OTHER_TEAM
        buffer = self._buffer
        buffer.team = menu.team
        buffer.other = max(other, 0)
        buffer.n = menu.count.total
        buffer.m = self._match.game.front[menu.team]
        buffer.o = menu.new_hole(menu.team)
        return SAY_STATED_1 + menu.number - 1
