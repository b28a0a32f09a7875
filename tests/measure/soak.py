"""Soak test: ten hours of 200 boards, while broker, desks, database and boards die, are away, or change places.

Boards are the firmware itself, on real sockets.
"""

import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from host_tools.desk.intake.misplaced_boards import ASSIGNED, PLACED, read_places
from host_tools.desk.live.next_matches import assign_table
from host_tools.desk.store.database import StoreError
from host_tools.sim.players import HastyPlayers
from tests.measure.soak_hall import EVENT, LEAP_MS, SoakHall, is_unfinished
from tests.measure.soak_plan import SoakPlan
from tests.measure.soak_result import SoakResult


def soak(plan: SoakPlan) -> SoakResult:
    """Run the soak test and return its result. Raises DeskError if Mosquitto is not installed."""
    with TemporaryDirectory(prefix="cribboard-soak") as folder, SoakHall(plan, Path(folder)) as hall:
        _Evening(hall).play()
        return hall.measure_result()


class _Evening:
    """All games of a plan, in a hall in which it disturbs broker, database, desks and boards."""

    def __init__(self, hall: SoakHall) -> None:
        self._hall, self._random = hall, random.Random(hall.plan.seed)
        self._swaps_due = 0

    def play(self) -> None:
        """Play until all games are played and all results acknowledged; disturb broker and desks meanwhile."""
        disturbances = self._plan_disturbances()
        next_at = [players.virtual_board.now for players in self._hall.players]
        last_time = time.monotonic()
        while any(is_unfinished(players, self._hall.games) for players in self._hall.players):
            passed_ms, last_time = int(1000 * (time.monotonic() - last_time)), time.monotonic()
            for index, players in enumerate(self._hall.players):
                next_at[index] = self._hall.step(players, next_at[index], max(passed_ms, 1))
            while disturbances and disturbances[-1][0] <= self._progress():
                disturbances.pop()[1]()
            self._hall.seat_round()
            self._swap_boards()
            self._hall.note_own_files()
            self._hall.restart_desks()

    def _progress(self) -> float:
        """Return how much of the plan is done (0 to 1): of its results, or of its time."""
        plan = self._hall.plan
        return max(self._hall.count_results() / (plan.boards * plan.games), self._hall.seconds / plan.seconds)

    def _plan_disturbances(self) -> list[tuple[float, Callable[[], None]]]:
        """Return the planned disturbances, last first: at what progress to call which method."""
        plan = self._hall.plan
        methods = [self._kill_broker] * plan.kills + [self._pause_broker] * plan.stops
        methods += [self._let_desks_sleep] * plan.sleeps + [self._remove_broker] * plan.outages
        methods += [self._plan_swap] * plan.swaps + [self._kill_database] * plan.database_kills
        methods += [self._lose_node] * plan.lost_nodes + [self._cut_lines] * plan.line_cuts
        methods += [self._lose_database] * plan.lost_databases + [self._open_copy] * plan.copies
        methods += [self._forge_leases] * plan.forgeries + [self._take_over] * plan.takeovers
        self._random.shuffle(methods)
        return [((index + 1) / (len(methods) + 1), method) for index, method in enumerate(methods)][::-1]

    def _kill_broker(self) -> None:
        self._hall.count["kills"] += 1
        broker = self._random.choice(self._hall.brokers.all)
        broker.kill()
        broker.start()

    def _lose_node(self) -> None:
        self._hall.count["lost_nodes"] += 1
        self._hall.brokers.lose_node()

    def _cut_lines(self) -> None:
        """Let no hall have a line to the cluster for `stop_s` seconds."""
        self._hall.count["line_cuts"] += 1
        for node in self._hall.brokers.nodes:
            node.kill()
        self._hall.run_boards(self._hall.plan.stop_s)
        for node in self._hall.brokers.nodes:
            node.start()

    def _lose_database(self) -> None:
        """Kill the first database for good, and have the second take its place."""
        assert self._hall.replicated
        self._hall.count["lost_databases"] += 1
        self._hall.replicated.kill_first()
        self._hall.run_boards(self._hall.plan.sleep_s)
        self._hall.replicated.promote_second()
        self._hall.event.store.close()  # Its connections died with the server; the next is a new one.

    def _open_copy(self) -> None:
        self._hall.count["copies"] += 1
        self._hall.open_copy()

    def _forge_leases(self) -> None:
        self._hall.count["forgeries"] += 1
        self._hall.forge_leases()

    def _take_over(self) -> None:
        """Let a copy go on, and real time pass until boards have been asked for what it lacks."""
        self._hall.count["takeovers"] += 1
        self._hall.take_over()
        self._hall.run_boards(30)

    def _pause_broker(self) -> None:
        """Pause a broker for `stop_s` seconds; meanwhile the boards' clocks run in real time."""
        self._hall.count["stops"] += 1
        broker = self._random.choice(self._hall.brokers.all)
        broker.pause()
        self._hall.run_boards(self._hall.plan.stop_s)
        broker.resume()

    def _remove_broker(self) -> None:
        """Let the halls' brokers be gone for `outage_ms` of the boards' clocks; they play on, and rounds are seated."""
        hall = self._hall
        hall.count["outages"] += 1
        for broker in hall.brokers.halls:
            broker.kill()
        for _ in range(hall.plan.outage_ms // hall.plan.pause_ms):
            for players in hall.players:
                board = players.virtual_board
                next_at = board.now + hall.plan.pause_ms
                while board.now < next_at:
                    board.wait(LEAP_MS)
                if board.shown()["results"] < hall.plan.games:
                    hall.act(players)
            hall.seat_round()
        for broker in hall.brokers.halls:
            broker.start()

    def _kill_database(self) -> None:
        assert self._hall.postgresql
        self._hall.count["database_kills"] += 1
        self._hall.postgresql.kill()
        self._hall.run_boards(self._hall.plan.sleep_s)
        self._hall.postgresql.start()
        self._hall.event.store.close()  # Its connections died with the server; the next is a new one.

    def _plan_swap(self) -> None:
        self._swaps_due += 1

    def _swap_boards(self) -> None:
        """Let two boards that are away change places between two rounds, if that is due; the director is told."""
        pair = self._find_pair() if self._swaps_due else None
        if pair is None:
            return
        one, other = (players.virtual_board for players in pair)
        tables = (one.shown()["table"], other.shown()["table"])
        places = {(one.uid, tables[0]), (other.uid, tables[1])}
        with suppress(StoreError), self._hall.event.writing() as desk:
            # Else their results from there are rightly held.
            if not places <= read_places(desk, ASSIGNED) | read_places(desk, PLACED):
                return
            assign_table(desk.acting(EVENT), one.uid, tables[1])
            assign_table(desk.acting(EVENT), other.uid, tables[0])
            self._swaps_due -= 1
            self._hall.count["swaps"] += 1
            one.configure(table=tables[1])
            other.configure(table=tables[0])

    def _find_pair(self) -> tuple[HastyPlayers, HastyPlayers] | None:
        """Return two boards that are away and show the same round, which is not their first."""
        waiting: dict[int, HastyPlayers] = {}
        for players in self._hall.players:
            shown = players.virtual_board.shown()
            if players.away and shown["phase"] == "round" and 1 < shown["round"] <= self._hall.plan.games:
                if shown["round"] in waiting:
                    return waiting[shown["round"]], players
                waiting[shown["round"]] = players
        return None

    def _let_desks_sleep(self) -> None:
        """Stop the desks for `sleep_s` seconds, as a laptop's lid does; boards and broker go on in real time."""
        self._hall.count["sleeps"] += 1
        for desk in self._hall.desks:
            desk.send_signal(signal.SIGSTOP)
        self._hall.run_boards(self._hall.plan.sleep_s)
        for desk in self._hall.desks:
            desk.send_signal(signal.SIGCONT)
