"""What a display says of menus, refusals and damage."""

from ..entry.menu_pages import AGREE, CHOOSE
from ..entry.menus import MENU_JUDGE, MENU_STATUS, MENU_TEST
from ..interpreter import const
from ..rules.events import EVENT_AWARD, EVENT_FALSE_CLAIM, EVENT_FORFEIT, EVENT_OVERPEG, EVENT_RETRACT
from .text_buffer import in_order

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
    """Writes the sheet of the menu that lies over the game."""

    def __init__(self, sheet, match, menus) -> None:
        self._sheet = sheet
        self._match = match
        self._menus = menus

    def trouble(self, which: int, first: int) -> None:
        """What was found damaged: 1 the hardware, 2 a key, 3 settings, 4 journal, 5 results, 6 LEDs' supply."""
        self._sheet.score_line(self._match, first)
        self._sheet.message(_SAY_TROUBLE_1 + which - 1, _SAY_TROUBLE_HINT)

    def write(self, first: int) -> None:
        """Write the sheet for the side of team `first`."""
        menus = self._menus
        if menus.showing == MENU_STATUS:
            self._status(first)
        elif menus.asking_pin:
            self._pin(menus.pin_page)
        elif menus.showing == MENU_TEST:
            self._sheet.to_row(1)
            self._sheet.message(_SAY_TEST, _SAY_TEST_HINT)
        elif menus.showing == MENU_JUDGE:
            self._judge(menus.judge, first)
        else:
            self._setup(menus.setup)

    def _status(self, first: int) -> None:
        sheet = self._sheet
        match = self._match
        sheet.inverted(_SAY_STATUS)
        for place in range(match.teams):
            sheet.team = in_order(place, first)
            sheet.n = match.tally.won[sheet.team]
            sheet.m = match.tally.points[sheet.team]
            if match.teams == 2:
                sheet.tall(_SAY_STATUS_TEAM, 0)
            else:
                sheet.small(_SAY_STATUS_TEAM)
        sheet.small(_SAY_STATUS_HINT)

    def _pin(self, page) -> None:
        sheet = self._sheet
        sheet.to_row(1)
        sheet.n = page.count.total
        sheet.m = page.digits + 1
        sheet.message(_SAY_PIN, _SAY_PIN_HINT)

    def _setup(self, menu) -> None:
        sheet = self._sheet
        sheet.inverted(_SAY_SETUP_MUGGINS if menu.muggins else _SAY_SETUP)
        sheet.tall(_SAY_PRESET_1 + menu.preset, 3)
        sheet.to_row(_CHOICES_ROW)
        sheet.n = menu.teams
        sheet.m = menu.brightness
        sheet.small(_SAY_SETUP_RULES)
        sheet.small(_SAY_SETUP_LIGHT)
        sheet.small(_SAY_SETUP_OK)

    # -- the judge ----------------------------------------------------------------------------------------------

    def _judge(self, menu, first: int) -> None:
        if menu.page == CHOOSE:
            self._choose(menu.count.total)
            return
        sheet = self._sheet
        sheet.score_line(self._match, first)
        decision = self._decision(menu)
        if menu.page == AGREE:
            sheet.teams = (1 << self._match.teams) - 1 & ~(1 << menu.by)
            sheet.message(decision, _SAY_JUDGE_AGREE)
        else:
            sheet.message(decision, _SAY_DECIDE)

    def _choose(self, chosen: int) -> None:
        """All decisions, the one that is chosen dark on light."""
        sheet = self._sheet
        sheet.n = chosen
        sheet.inverted(_SAY_JUDGE_CHOSEN if chosen else _SAY_JUDGE)
        for number in range(1, _DECISIONS + 1):
            if number == chosen:
                sheet.inverted(_SAY_DECISION_1 + number - 1)
            else:
                sheet.small(_SAY_DECISION_1 + number - 1)

    def _decision(self, menu) -> int:
        """The phrase of what is decided, as far as it is known, its numbers filled in; else what is asked for."""
        kind = menu.kind
        if menu.team < 0 or kind == EVENT_AWARD + 3 or kind == EVENT_AWARD + 4:
            return _SAY_QUESTION_1 + menu.number - 1
        sheet = self._sheet
        front = self._match.game.front[menu.team]
        sheet.team = menu.team
        sheet.n = menu.count.total
        sheet.m = front
        if kind == EVENT_FORFEIT:
            return _SAY_GIVES_UP
        if kind == EVENT_FALSE_CLAIM:
            sheet.n += front
            return _SAY_CLAIMED_HOLE
        if kind == EVENT_OVERPEG:
            return self._overpeg(menu)
        if kind == EVENT_RETRACT:
            sheet.o = max(front - sheet.n, 0)
            return _SAY_GOES_BACK
        sheet.o = min(front + sheet.n, self._match.game.target)
        return _SAY_AWARDED

    def _overpeg(self, menu) -> int:
        if self._match.teams == 2:
            self._sheet.other = 1 - menu.team
        elif menu.to < 0:
            return _SAY_OVERPEGGED_WHO
        else:
            self._sheet.other = menu.to
        return _SAY_OVERPEGGED
