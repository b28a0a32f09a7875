"""What keys and judges make the board do: events at once, and at the end of a step what takes memory."""

from .interpreter import collect, const
from .journal.record import JUDGE_KEYS, JUDGE_LINK, PLAYERS
from .rules.events import EVENT_NEXT
from .rules.match import BETWEEN
from .ticks import MASK

_GAME_SOUND = const(2)


class Actions:
    """Applies events to a board's match and journal (`commit`), and does deferred work once the frame is being sent.

    `deferred`: there is such work. `journal_open`: events can be written, keys and hosts are heard. `game_sounded`: the
    end of a game has just sounded.
    """

    def __init__(self, board) -> None:
        self._board = board
        self._match = board.match
        self._journal = board.journal
        self._measures = board.measures
        self._sound = board.hal.sound
        self._ticks_us = board.hal.ticks_us
        self.deferred = True
        self.journal_open = False
        self.game_sounded = False
        self._setup_due = False
        self._write_failed = False

    def commit(self, kind: int, team: int, amount: int, actor: int = PLAYERS) -> None:
        """Apply an event (`kind`: an EVENT_ number) to the match, and write it to flash before any light shows it."""
        match = self._match
        journal = self._journal
        clock = self._board.clock
        stage = match.stage
        finished = match.finished
        match.apply(kind, team, amount, clock)
        started = self._ticks_us()
        journal.append(kind, team, amount, actor, clock)
        self._measures.note_append((self._ticks_us() - started) & MASK)
        if match.stage != stage and kind != EVENT_NEXT and (stage != BETWEEN or match.over()):
            self._sound(_GAME_SOUND)
            self.game_sounded = True
        if journal.full or match.finished != finished:
            self.deferred = True

    def decide(self, kind: int, team: int, amount: int, reason=None) -> None:
        """Apply a judge's decision; parameters as for `commit`. `reason`: bytes of a host's text; None: by keys."""
        if reason is None:
            self.commit(kind, team, amount, JUDGE_KEYS)
            return
        self.commit(kind, team, amount, JUDGE_LINK)
        self._journal.append_text(reason)
        if self._journal.full:
            self.deferred = True

    def defer(self) -> None:
        """Defer work that allocates to the end of the step."""
        self.deferred = True

    def defer_setup(self) -> None:
        """Apply the setup menu's choices at the end of the step."""
        self._setup_due = self.deferred = True

    def ensure_written(self) -> bool:
        """Return whether the last result is on flash, so that the next game may start; else retry after this step."""
        if self._board.results.count == self._match.finished:
            return True
        self._write_failed = False
        self.deferred = True
        return False

    def run_deferred(self) -> None:
        """Do the deferred work that allocates: load menus, apply setup, write a result, open a journal segment."""
        board = self._board
        self.deferred = False
        if not self.journal_open:
            self._open_journal()
        menus = board.console.menus
        if menus.wanted:
            collect()
            board.view.load_menus()
            board.console.load_menus(board.clock)
        if self._setup_due or self._result_due() or menus.testing != (board.selftest is not None):
            self._run_operations()
        if self._journal.full:
            self._journal.rotate(self._match, board.clock)

    def _run_operations(self) -> None:
        """Apply setup, switch the self-test, write a result."""
        from .board_operations import apply_setup, switch_test, write_result

        board = self._board
        if self._setup_due:
            self._setup_due = False
            apply_setup(board)
        if board.console.menus.testing != (board.selftest is not None):
            board.selftest = switch_test(board)
        if self._result_due():
            self._write_failed = not write_result(board)
            board.flash_due = True

    def _result_due(self) -> bool:
        return self._board.results.count < self._match.finished and not self._write_failed

    def _open_journal(self) -> None:
        """Open the journal for new events, and load what not every board has; until then keys and hosts wait."""
        board = self._board
        self.journal_open = True
        # Loaded while nobody plays yet, low in the heap: at a game's end the next press would wait for 0.1 s.
        collect()
        from .board_operations import write_result  # noqa: F401

        if board.hal.reset_trace is not None:
            from .reset_report import report_reset

            report_reset(board)
        self._journal.rotate(self._match, self._journal.clock)
        board.network_loader.begin()
        if board.hal.voice:
            from .view.voice.announcements import VoiceLoader

            board.voice_loader = VoiceLoader(board)
        board.supply.load_keep_alive()
        board.tell_findings()
        board.hal.faults()
        board.flash_due = True

    def note_flash(self) -> None:
        """Tell whether hardly any flash is free, by its last count. Archives count as free: they go by themselves."""
        board = self._board
        free, whole = board.hal.flash()
        wanted = whole // 10 - free
        low = wanted > 0 and wanted > self._journal.archived_bytes()
        if low != board.findings.flash_low:
            board.findings.flash_low = low
            board.tell_findings()
