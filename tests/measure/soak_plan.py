"""What a soak test does: how many boards and games, and what dies, is away or changes places how often."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class SoakPlan:
    """The plan: `games` on each of `boards`, an action of its players every `pause_ms` of its clock. A round is seated
    once all boards that are not away have played the one before.

    The broker is killed `kills` times, and paused `stops` times for `stop_s` seconds; on average each board loses power
    once in `cut` actions, and each of the `desks` crashes once in `deaths` commits, before the ack. Once in `away`
    actions a board leaves the network for `away_actions` actions, and plays on. `sleeps` times all desks stand still
    for `sleep_s` seconds. `outages` times the broker is gone for `outage_ms` of all boards' clocks, while they play on.
    `swaps` times two boards change tables, by the director's word, while they are away.

    The first `micropython` boards run on MicroPython for Unix. With `database_kills` the event is in a PostgreSQL,
    which is killed so often; with `lost_databases` 1, in one with a replica, whose first server is killed for good.

    With `halls` the boards are in so many halls, each with a broker of its own at a cluster: what happens to the broker
    happens to any of all. `lost_nodes` nodes are killed for good, and `line_cuts` times no hall has a line for `stop_s`
    seconds. `copies` times a copy of the event's file is opened beside, `forgeries` times somebody who has no key says
    leases to the desks, and `takeovers` times a copy goes on, whose desks are those of the event from then on. With
    `seconds` no round is seated after so long, whatever `games` says. If it is
    `hostile`, another computer attacks the first desk and the first broker throughout (`attacker`; Linux, as root).
    """

    boards: int = 200
    games: int = 10
    pause_ms: int = 200_000
    kills: int = 50
    stops: int = 20
    stop_s: float = 7.0
    cut: float = 400
    deaths: float = 60
    desks: int = 2
    away: float = 100
    away_actions: int = 60
    sleeps: int = 5
    sleep_s: float = 5.0
    outages: int = 2
    outage_ms: int = 3_600_000
    swaps: int = 20
    micropython: int = 0
    database_kills: int = 0
    lost_databases: int = 0
    halls: int = 0
    lost_nodes: int = 0
    line_cuts: int = 0
    copies: int = 0
    forgeries: int = 0
    takeovers: int = 0
    seconds: float = math.inf
    hostile: bool = False
    seed: int = 1
