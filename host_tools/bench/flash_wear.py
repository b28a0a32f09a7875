"""Benchmark: flash use of play, on the real littlefs: erases, bytes written, start-up time, wear."""

from collections.abc import Iterator
from dataclasses import dataclass

from firmware.board import Board
from firmware.board_operations import clear_results
from firmware.config import KEY_OK
from firmware.journal.record import RECORD_BYTES
from firmware.journal.seal import line_hash
from host_tools.cards.game import CardGame
from host_tools.cards.scenario_writer import scenario
from host_tools.cards.spoken_count import SpokenCount
from host_tools.i18n import LANGUAGES, catalogue
from host_tools.littlefs import Chip, LittleDisk
from host_tools.sim.virtual.firmware_benchmark import TRACKS, Bench
from host_tools.sim.virtual.hal import VirtualHal
from host_tools.sim.virtual.scenario_parser import parse

ERASE_GOAL = 15
"""Erases for a hundred peg moves."""
STARTS_AT = (1, 10, 200)
"""Games after which a start is measured, and after the last."""
CYCLES = 100_000
"""Erase cycles that the manufacturer rates a sector of a Pico's flash for."""
GAMES_A_YEAR = 50 * 9
"""A club's pace: a night of nine games a week. The results leave the board once a year; ten years' would fill it."""


class FlashHal(VirtualHal):
    """A virtual board whose flash is a simulated chip; its microsecond clock is the chip's busy time."""

    def __init__(self, chip: Chip, tracks: int = TRACKS) -> None:
        super().__init__(tracks, "")
        self.chip = chip
        self.disk = LittleDisk(chip)  # type: ignore[assignment]

    def ticks_us(self) -> int:
        return self.chip.busy_us & 0x3FFFFFFF


class _Play(Bench):
    """A bench on a chip, in steps no shorter than a press."""

    step_ms = 40

    def __init__(self, chip: Chip) -> None:
        self.hal = FlashHal(chip)
        self.board = Board(self.hal)
        self.now_ms = 0
        self.steps = 0
        # The journal is opened once the first frame is out.
        self.board.step(self.now_ms)

    def play(self, game: CardGame) -> int:
        """Peg a card game, sign it and begin the next round; return the number of peg moves."""
        finished = self.board.match.finished
        for _, kind, *arguments in parse(scenario(game, _SPEECH)):
            if kind == "press":
                self.press(*arguments)
            elif kind == "wait":
                self.run(*arguments)
        self.press(KEY_OK)
        self.press(KEY_OK)
        if self.board.match.finished != finished + 1:
            raise RuntimeError("the measured game did not end")
        return sum(happening.points > 0 for happening in game.story)

    def clear(self) -> None:
        """Empty the log of results, as after an export."""
        last = list(self.board.results.lines_after(0))[-1]
        if not clear_results(self.board, line_hash(last.encode())):
            raise RuntimeError("the results were not cleared")


_SPEECH = SpokenCount(catalogue(LANGUAGES[0]))


@dataclass(frozen=True)
class Start:
    """A board's start after `games`: bytes of flash read, by the journal and by the mount; 256 bytes take 20 µs."""

    games: int
    read: int
    mount_read: int

    @property
    def ms(self) -> float:
        """Milliseconds the flash takes to be read, mounting left out."""
        return self.read / 256 * 0.02


@dataclass(frozen=True)
class Flash:
    """Flash use of `games`: peg moves, erases, programs, erases of the most used sector, starts."""

    games: int
    moves: int
    erases: int
    programs: int
    worst_sector: int
    starts: tuple[Start, ...]

    @property
    def erases_per_100(self) -> float:
        """Erases for a hundred peg moves, all else that a game writes included."""
        return self.erases * 100 / self.moves

    @property
    def years(self) -> float:
        """Years until the most used sector has had its CYCLES, at a club's pace."""
        return CYCLES / self.worst_sector * self.games / GAMES_A_YEAR


def measure(games: int) -> Flash:
    """Play whole card games on a simulated Pico's flash, and return its erases, bytes and times."""
    chip = Chip()
    play = _Play(chip)
    starts = []
    moves = 0
    for played in range(1, games + 1):
        moves += play.play(CardGame(seed=played))
        if played % GAMES_A_YEAR == 0:
            play.clear()
        if played in (*STARTS_AT, games):
            starts.append(_start(chip, played))
    return Flash(games, moves, chip.erases, chip.programs, max(chip.wear), tuple(starts))


def _start(chip: Chip, games: int) -> Start:
    """Measure the start of another board on a copy of the chip."""
    copy = Chip(chip.sectors)
    copy.buffer[:] = chip.buffer
    hal = FlashHal(copy)
    mounted = copy.bytes_read
    Board(hal)
    return Start(games, copy.bytes_read - mounted, mounted)


def rows(flash: Flash) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: metric, measured, target."""
    yield "erases for 100 peg moves", f"{flash.erases_per_100:.1f}", f"≤ {ERASE_GOAL}"
    yield "programs for 100 peg moves", f"{flash.programs * 100 / flash.moves:.0f}", ""
    yield "bytes of an event", f"{RECORD_BYTES} B", ""
    for start in flash.starts:
        yield f"read at start after {start.games:,} games", f"{start.read:,} B, {start.ms:.1f} ms", "flat"
    yield f"most erased sector after {flash.games:,} games", str(flash.worst_sector), ""
    yield f"years at {GAMES_A_YEAR} games a year", f"{flash.years:,.0f}", ""
