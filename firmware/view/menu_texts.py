"""Display text of menus, refused key presses, and faults such as damaged settings or a damaged journal."""

from ..entry.judge_menu import AGREE, CHOOSE
from ..entry.menus import MENU_JUDGE, MENU_STATUS, MENU_TEST
from ..interpreter import const
from ..rules.events import EVENT_AWARD, EVENT_FALSE_CLAIM, EVENT_FORFEIT, EVENT_OVERPEG, EVENT_RETRACT
from .text_buffer import team_at

_SAY_JUDGE_AGREE = const(55)
_SAY_STATUS = const(41)
_SAY_STATUS_TEAM = const(42)
_SAY_STATUS_HINT = const(43)
_SAY_PIN = const(44)
_SAY_PIN_HINT = const(45)
_SAY_SETUP = const(46)
_SAY_SETUP_MUGGINS = const(47)
_SAY_SETUP_RULES = const(48)
_SAY_SETUP_LIGHT = const(49)
_SAY_SETUP_OK = const(50)
_SAY_TEST = const(51)
_SAY_TEST_HINT = const(52)
_SAY_JUDGE = const(53)
_SAY_JUDGE_CHOSEN = const(54)
_SAY_AWARDED = const(56)
_SAY_GOES_BACK = const(57)
_SAY_CLAIMED_HOLE = const(58)
_SAY_GIVES_UP = const(59)
_SAY_OVERPEGGED = const(60)
_SAY_OVERPEGGED_WHO = const(61)
_SAY_DECIDE = const(62)
_SAY_TROUBLE_HINT = const(63)
_SAY_TROUBLE_1 = const(67)
_SAY_DECISION_1 = const(73)
_SAY_QUESTION_1 = const(80)
_SAY_PRESET_1 = const(103)

_DECISIONS = const(7)
_CHOICES_ROW = const(5)


class MenuTexts:
    """Fills the text buffer of the menu that lies over the game."""

    def __init__(self, buffer, match, menus) -> None:
        self._buffer = buffer
        self._match = match
        self._menus = menus

    def trouble(self, number: int, first: int) -> None:
        """Write what was found damaged: 1 the hardware, 2 a key, 3 settings, 4 journal, 5 results, 6 LEDs' supply."""
        self._buffer.write_score_line(self._match, first)
        self._buffer.message(_SAY_TROUBLE_1 + number - 1, _SAY_TROUBLE_HINT)

    def write(self, first: int) -> None:
        """Fill the text buffer for the side of team `first`."""
        menus = self._menus
        if menus.showing == MENU_STATUS:
            self._status(first)
        elif menus.asking_pin:
            self._pin(menus.pin_page)
        elif menus.showing == MENU_TEST:
            self._buffer.to_row(1)
            self._buffer.message(_SAY_TEST, _SAY_TEST_HINT)
        elif menus.showing == MENU_JUDGE:
            self._judge(menus.judge, first)
        else:
            self._setup(menus.setup)

    def _status(self, first: int) -> None:
        """Write games won and match points of each team, team `first` first."""
        buffer = self._buffer
        match = self._match
        buffer.inverted(_SAY_STATUS)
        for place in range(match.teams):
            buffer.team = team_at(place, first)
            buffer.n = match.tally.won[buffer.team]
            buffer.m = match.tally.points[buffer.team]
            if match.teams == 2:
                buffer.tall(_SAY_STATUS_TEAM, 0)
            else:
                buffer.small(_SAY_STATUS_TEAM)
        buffer.small(_SAY_STATUS_HINT)

    def _pin(self, page) -> None:
        buffer = self._buffer
        buffer.to_row(1)
        buffer.n = page.count.total
        buffer.m = page.typed_count + 1
        buffer.message(_SAY_PIN, _SAY_PIN_HINT)

    def _setup(self, menu) -> None:
        """Write what the setup menu has chosen: preset, teams and brightness."""
        buffer = self._buffer
        buffer.inverted(_SAY_SETUP_MUGGINS if menu.muggins else _SAY_SETUP)
        buffer.tall(_SAY_PRESET_1 + menu.preset, 3)
        buffer.to_row(_CHOICES_ROW)
        buffer.n = menu.teams
        buffer.m = menu.brightness
        buffer.small(_SAY_SETUP_RULES)
        buffer.small(_SAY_SETUP_LIGHT)
        buffer.small(_SAY_SETUP_OK)

    # -- the judge ----------------------------------------------------------------------------------------------

    def _judge(self, menu, first: int) -> None:
        """Write the judge's menu: list of decisions, a decision, or its confirmation."""
        if menu.page == CHOOSE:
            self._choose(menu.count.total)
            return
        buffer = self._buffer
        buffer.write_score_line(self._match, first)
        decision = self._decision(menu)
        if menu.page == AGREE:
            buffer.teams = ((1 << self._match.teams) - 1) & ~(1 << menu.by)
            buffer.message(decision, _SAY_JUDGE_AGREE)
        else:
            buffer.message(decision, _SAY_DECIDE)

    def _choose(self, decision: int) -> None:
        """List all decisions, the chosen one dark on light."""
        buffer = self._buffer
        buffer.n = decision
        buffer.inverted(_SAY_JUDGE_CHOSEN if decision else _SAY_JUDGE)
        for number in range(1, _DECISIONS + 1):
            if number == decision:
                buffer.inverted(_SAY_DECISION_1 + number - 1)
            else:
                buffer.small(_SAY_DECISION_1 + number - 1)

    def _decision(self, menu) -> int:
        """Return the phrase of the decision as far as it is known, its numbers set; else the one that asks for it."""
        kind = menu.kind
        if menu.team < 0 or kind == EVENT_AWARD + 3 or kind == EVENT_AWARD + 4:
            return _SAY_QUESTION_1 + menu.number - 1
        buffer = self._buffer
        front = self._match.game.front[menu.team]
        buffer.team = menu.team
        buffer.n = menu.count.total
        buffer.m = front
        if kind == EVENT_FORFEIT:
            return _SAY_GIVES_UP
        if kind == EVENT_FALSE_CLAIM:
            buffer.n += front
            return _SAY_CLAIMED_HOLE
        if kind == EVENT_OVERPEG:
            return self._overpeg(menu)
        if kind == EVENT_RETRACT:
            buffer.o = max(front - buffer.n, 0)
            return _SAY_GOES_BACK
        buffer.o = min(front + buffer.n, self._match.game.target)
        return _SAY_AWARDED

    def _overpeg(self, menu) -> int:
        """Return the phrase of an overpeg, with the other team set, or of the question who pegs it."""
        if self._match.teams == 2:
            self._buffer.other = 1 - menu.team
        elif menu.to < 0:
            return _SAY_OVERPEGGED_WHO
        else:
            self._buffer.other = menu.to
        return _SAY_OVERPEGGED
