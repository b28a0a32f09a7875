"""Facts of a board's state for the virtual board's page: who counts, who has yet to sign, what a menu asks."""

from firmware.config import HOLD_MS, MENU_HOLD_MS, TEAMS
from firmware.entry import asked as asking
from firmware.entry.asked import agreeing, asked, winner_to_return
from firmware.entry.menus import CHOOSE
from firmware.entry.phases import PHASE_NAMES, PHASE_RETURN, PHASE_WARNED
from firmware.rules.decisions import DECISION_NAMES
from firmware.rules.outcome import NOBODY
from firmware.rules.presets import PRESET_NAMES
from firmware.rules.series import round_decided

_ASKED = {
    PHASE_WARNED: "warned",
    PHASE_RETURN: "return",
    asking.ASK_WAKE: "asleep",
    asking.ASK_STATUS: "status",
    asking.ASK_PIN: "pin",
    asking.ASK_SETUP: "setup",
    asking.ASK_ROUND: "setup_round",
    asking.ASK_TEST: "test",
    asking.ASK_CHOOSE: "judge_choose",
    asking.ASK_DETAIL: "judge_detail",
    asking.ASK_AGREE: "judge_agree",
}
"""What the page calls what is asked; all else by the phase's name."""


def page_facts(board) -> dict:
    """Return the facts of a board's state that the page shows, by name.

    `asked`: what is asked now; `agreeing`: letters of the teams that are asked to hold a key; `team`, `count`,
    `presses`: of the pending count; `setup`, `judge`: the menus' contents, None before they are first opened; `asking`:
    the PIN entry before a menu, None if there is none; `returns`: the team whose BACK may take back a win, or "";
    `decided`: the game that is over has decided its match; `asks_dealer`: BACK chooses the first dealer; `begun`: a peg
    has moved in this round; `judged`: how many decisions of a judge the game has had; `pin`: a PIN is set; `in_event`:
    the board plays in an event; `seats`: how many players deal in turn; `at_home`: texts are in the words of a game at
    home; `games`, `highest`, `target`, `lines` (skunk, double, triple; None for no line): of the preset;
    `warned_counts`: those that no hand scores; `low`: low wins; `follows_deals`: a hand that scores nothing can be
    told; `pointless`: the team that told one, if that came last, or ""; `fields`: of a custom preset, else None;
    `hold_ms`, `menu_hold_ms`: how long a key is held to agree and to open a menu.
    """
    console = board.console
    returns = winner_to_return(board.match)
    what = asked(console)
    agree = agreeing(console, what)
    return {
        "asked": _ASKED.get(what) or PHASE_NAMES[what],
        "agreeing": [TEAMS[team] for team in range(board.match.teams) if (agree >> team) & 1],
        "team": TEAMS[console.team],
        "count": console.count.total,
        "sign_off": board.settings.sign_off,
        "begun": board.match.begun(),
        "judged": board.match.tally.decisions,
        "pin": bool(board.pin.digits),
        "setup": _setup_menu(console.menus.setup) if console.menus.setup else None,
        "judge": _judge_menu(console.menus.judge) if console.menus.judge else None,
        "asking": _pin_entry(console.menus.pin_page) if what == asking.ASK_PIN else None,
        "returns": TEAMS[returns] if returns != NOBODY else "",
        "decided": board.match.over() and round_decided(board.match),
        "asks_dealer": board.match.asks_dealer(),
        "muggins": board.settings.muggins,
        "seats": board.match.seats(),
        "in_event": board.match.in_event,
        "at_home": console.at_home(),
        "games": board.match.preset.games,
        "highest": board.match.preset.highest,
        "warned_counts": list(board.match.preset.warned),
        "presses": console.count.presses,
        "follows_deals": board.match.follows_deals(),
        "pointless": TEAMS[board.match.pointless] if board.match.pointless != NOBODY else "",
        "low": board.match.preset.low_game,
        "fields": board.match.preset.fields if board.match.preset.name == "custom" else None,
        "target": board.match.preset.target,
        "lines": list(board.match.preset.lines),
        "hold_ms": HOLD_MS,
        "menu_hold_ms": MENU_HOLD_MS,
    }


def _pin_entry(page) -> dict:
    """Return the PIN entry before a menu: number of `digits` entered, and the next digit (`count`)."""
    return {"digits": page.typed_count, "count": page.count.total}


def _setup_menu(menu) -> dict:
    name = PRESET_NAMES[menu.preset] if menu.preset < len(PRESET_NAMES) else "custom"
    choices = {"preset": name, "teams": menu.teams, "brightness": menu.brightness}
    choices.update({"muggins": menu.muggins, "on_round": menu.on_round})
    return choices


def _judge_menu(menu) -> dict:
    """Return the judge's menu: page, decision, teams, count with its presses, all decisions in the menu's order."""
    count = menu.count.total
    return {
        "page": ("choose", "detail", "agree")[menu.page - CHOOSE],
        "by": TEAMS[menu.chooser] if menu.chooser >= 0 else "",
        "operation": menu.decision.name if menu.number else "",
        "team": TEAMS[menu.team] if menu.team >= 0 else "",
        "to": TEAMS[menu.other_team()] if menu.other_team() >= 0 else "",
        "count": count,
        "presses": menu.count.presses,
        "offered": DECISION_NAMES[count - 1] if 1 <= count <= len(DECISION_NAMES) else "",
        "decisions": DECISION_NAMES,
    }
