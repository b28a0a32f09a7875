"""What an organiser changes between matches: settings, preset, teams, round; the self-test's light.

Loaded when it is wanted: a board that plays keeps the memory.
"""

from .rules.presets import NAMES
from .settings import SettingsError
from .settings_file import change


def configure(board, fields: dict, round) -> None:
    """Take new settings, and begin the round anew where they concern the match.

    `round` is a number or None. Raises SettingsError for a bad value, RuntimeError where a game has begun.
    """
    if round is not None and not 1 <= round <= 999:
        raise SettingsError("round: a whole number from 1 to 999")
    anew = round is not None or "preset" in fields or "teams" in fields
    if anew and board.playing:
        raise RuntimeError("a game has begun; preset, teams and round can be changed between matches")
    settings, match = board.settings, board.match
    change(settings, fields)
    board.pin.digits = settings.values["pin"]
    if anew:
        match.restart(settings.preset, settings.teams, match.tally.round if round is None else round)
        board.journal.rotate(match, board.clock)
        board.console.settle(board.clock)
    board.view.prepare(settings.brightness)


def take_setup(board) -> None:
    """Take what the setup menu shows."""
    menu = board.console.menus.setup
    fields: dict = {"teams": menu.teams, "brightness": menu.brightness}
    if menu.preset < len(NAMES):
        fields["preset"] = NAMES[menu.preset]
    try:
        configure(board, fields, None)
    except SettingsError as error:
        board.settings.notes.append(str(error))
        board.view.alert = True


def switch_test(board):
    """Begin the self-test's light or end it, as the menus say. The SelfTest, or None."""
    if board.test is not None:
        board.test.close()
        board.view.prepare(board.settings.brightness)
        return None
    from .view.selftest import SelfTest

    return SelfTest(board.view.strips, board.clock)
