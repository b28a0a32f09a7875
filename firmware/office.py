"""What others than players ask of a board: an organiser, a judge over the link, a host. Loaded when it is wanted."""

from .entry.menus import TEST
from .journal import record
from .rules import events
from .view.power import estimate_ma


class Office:
    """Acts on one board. Every method allocates: not for use while a step is on."""

    def __init__(self, board) -> None:
        self._board = board

    def configure(self, fields: dict, round) -> None:
        """See `organise.configure`."""
        from .organise import configure

        configure(self._board, fields, round)

    def judge(self, kind: int, team: int, amount: int, reason: str) -> int:
        """A judge's decision over the link: 0 when it happened, else the number of the objection (`rules.judge`)."""
        from .rules.judge import NOTHING_TO_REOPEN, objection

        board = self._board
        why = objection(board.match, kind, team, amount)
        if kind == events.REOPEN and not board.may_go_on():
            why = NOTHING_TO_REOPEN
        if not why:
            board.happen(kind, max(team, 0), amount, record.JUDGE_LINK)
            board.journal.append_text(reason)
            board.console.settle(board.clock)
        return why

    def events(self, game: int):
        """The bytes of the journal's files that hold a game (`journal.pieces`)."""
        from .journal.pieces import pieces

        return pieces(self._board.hal.disk, game)

    def clear_results(self, link: str) -> bool:
        """See `finish.clear_results`."""
        from .finish import clear_results

        return clear_results(self._board, link)

    def set_time(self, at: int) -> None:
        """A host tells the time of day, in seconds since 1970."""
        self._board.epoch = at
        self._board.epoch_at = self._board.clock

    def test_lights(self) -> None:
        """Begin the self-test's light, as MENU does in setup. Raises RuntimeError where a game has begun."""
        if self._board.playing:
            raise RuntimeError("a game has begun; the lights can be tested between matches")
        self._board.console.menus.want(TEST)

    def estimate_ma(self) -> int:
        """What the lights take now, by estimate, milliamperes for the whole board."""
        hal = self._board.hal
        return estimate_ma(self._board.view.light(), hal.tracks * hal.leds)
