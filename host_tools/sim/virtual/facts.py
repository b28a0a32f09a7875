"""What a page says about a board in words, beyond its state: who is counting, who has yet to sign, what a menu asks."""

from firmware.config import TEAMS
from firmware.entry import judge_menu
from firmware.rules.judge import OPERATIONS
from firmware.rules.presets import NAMES


def facts(board) -> dict:
    """`team` and `count` of what is pending, `warned`, `unsigned` (letters), `sign_off`, `asleep`, `setup`, `judge`.

    `testing`: the self-test is on; `begun`: a peg has moved in this round; `pin`: one is set; `notes`: damage.
    """
    console = board.console
    return {
        "team": TEAMS[console.team],
        "count": console.count.total,
        "warned": console.warned,
        "unsigned": [TEAMS[t] for t in range(board.match.teams) if t != console.team and not console.signed >> t & 1],
        "sign_off": board.settings.sign_off,
        "asleep": console.asleep,
        "testing": console.menus.testing,
        "begun": board.match.begun,
        "pin": bool(board.pin.digits),
        "setup": _setup(console.menus.setup) if console.menus.setup else None,
        "judge": _judge(console.menus.judge) if console.menus.judge else None,
        "notes": board.notes,
    }


def _setup(menu) -> dict:
    name = NAMES[menu.preset] if menu.preset < len(NAMES) else "custom"
    return {"preset": name, "teams": menu.teams, "brightness": menu.brightness}


def _judge(menu) -> dict:
    count = menu.count.total
    return {
        "page": ("pin", "choose", "detail")[menu.page - judge_menu.ASK_PIN],
        "digits": menu.digits,
        "operation": OPERATIONS[menu.number - 1] if menu.number else "",
        "team": TEAMS[menu.team] if menu.team >= 0 else "",
        "count": count,
        "offered": OPERATIONS[count - 1] if 1 <= count <= len(OPERATIONS) else "",
    }
