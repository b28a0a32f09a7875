"""Benchmark: flash use of play, on the real littlefs: erases, bytes written, start-up time, wear."""

from collections.abc import Iterator
from dataclasses import dataclass

from firmware.board import Board
from firmware.board_operations import clear_results
from firmware.journal.record import RECORD_BYTES
from host_tools.cards.game import CardGame
from host_tools.littlefs.chip import Chip
from host_tools.sim.players import keys_of
from host_tools.sim.virtual.board import VirtualBoard, at_once
from tests.journal.flash import FlashHal, on_flash

ERASE_GOAL = 15
"""Erases for a hundred peg moves."""
STARTS_AT = (1, 10, 200)
"""Numbers of games after which a start is measured; it is also measured after the last game."""
CYCLES = 100_000
"""Erase cycles for which the manufacturer rates a sector of a Pico's flash."""
GAMES_PER_YEAR = 50 * 9
"""A club's pace: a night of nine games a week. The results log is cleared once a year; ten years' would fill it."""


def play_card_game(board: VirtualBoard, game: CardGame) -> int:
    """Peg a card game, sign it and begin the next round; return the number of peg moves."""
    finished = board.board.match.finished
    for key, ms in keys_of(game):
        board.wait(ms) if key is None else board.press(key, ms=ms)
    board.play("OK OK")
    if board.board.match.finished != finished + 1:
        raise RuntimeError("the measured game did not end")
    return sum(event.points > 0 for event in game.story)


def empty_log(board: VirtualBoard) -> None:
    """Empty the results log, as a captain does after exporting it."""
    at_once(clear_results(board.board))  # type: ignore[no-untyped-call]


@dataclass(frozen=True)
class Start:
    """A board's start after `games`: flash bytes read by the firmware (`read`) and by mounting the file system."""

    games: int
    read: int
    mount_read: int

    @property
    def ms(self) -> float:
        """Milliseconds of the reads without mounting; 256 bytes take 20 µs."""
        return self.read / 256 * 0.02


@dataclass(frozen=True)
class Flash:
    """Flash use of `games` games: peg moves, sector erases, page programs, erases of the most erased sector, starts."""

    games: int
    moves: int
    erases: int
    programs: int
    worst_sector: int
    starts: tuple[Start, ...]

    @property
    def erases_per_100(self) -> float:
        """Erases per hundred peg moves, including those for everything else that a game writes."""
        return self.erases * 100 / self.moves

    @property
    def years(self) -> float:
        """Years until the most erased sector has reached CYCLES, at a club's pace."""
        return CYCLES / self.worst_sector * self.games / GAMES_PER_YEAR


def measure(games: int) -> Flash:
    """Play `games` whole card games on a simulated Pico's flash, and return its use."""
    chip = Chip()
    board = on_flash(chip)
    starts = []
    moves = 0
    for played in range(1, games + 1):
        moves += play_card_game(board, CardGame(seed=played))
        if played % GAMES_PER_YEAR == 0:
            empty_log(board)
        if played in (*STARTS_AT, games):
            starts.append(_measure_start(chip, played))
    return Flash(games, moves, chip.erases, chip.programs, max(chip.wear), tuple(starts))


def _measure_start(chip: Chip, games: int) -> Start:
    """Measure the start of a board on a copy of the chip, which has seen `games` games."""
    copy = Chip(chip.sectors)
    copy.buffer[:] = chip.buffer
    hal = FlashHal(copy)
    mount_read = copy.bytes_read
    Board(hal)
    return Start(games, copy.bytes_read - mount_read, mount_read)


def report_rows(flash: Flash) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: metric, measured, target."""
    yield "sector erases per 100 peg moves", f"{flash.erases_per_100:.1f}", f"≤ {ERASE_GOAL}"
    yield "page programs per 100 peg moves", f"{flash.programs * 100 / flash.moves:.0f}", ""
    yield "size of a journal event", f"{RECORD_BYTES} B", ""
    for start in flash.starts:
        yield f"flash read at start after {start.games:,} games", f"{start.read:,} B, {start.ms:.1f} ms", "flat"
    yield f"erases of the most erased sector in {flash.games:,} games", str(flash.worst_sector), ""
    yield f"years until that sector wears out, at {GAMES_PER_YEAR} games a year", f"{flash.years:,.0f}", ""
