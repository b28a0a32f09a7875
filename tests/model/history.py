"""A game as the tuple of its events, and scores computed from it.

Nothing is kept but the events; the pegs are worked out from the first event on, every time.
"""

from dataclasses import dataclass, field

FALSE_CLAIM_PENALTY = 15


@dataclass(frozen=True)
class Event:
    """`kind` is deal, move, undo or a judge's decision; `n` holes (false-claim: true); `to` the other side."""

    kind: str
    team: str | None = None
    n: int = 0
    to: str | None = None


@dataclass
class Track:
    """One side's pegs, and the positions its own entries can still be taken back to, latest last."""

    front: int = 0
    back: int = 0
    before: list = field(default_factory=list)

    def leap(self, n, target):
        self.back, self.front = self.front, min(self.front + n, target)

    def enter(self, n, target):
        self.before.append((self.front, self.back))
        self.leap(n, target)

    def correct_to(self, hole):
        self.front = max(hole, 0)
        self.back = min(self.back, self.front)
        self.before.clear()

    def award(self, n, target):
        self.leap(n, target)
        self.before.clear()


@dataclass
class Standing:
    """Where a game stands: `end` is None while it is played; `winner` None is a drawn game once it has ended.

    `ended_by` is the team that reached the target or forfeited, `dealer` the one that was told to deal first.
    """

    tracks: dict
    moves: int = 0
    pegged: bool = False
    dealt: bool = False
    end: str | None = None
    winner: str | None = None
    ended_by: str | None = None
    dealer: str | None = None

    def fronts(self):
        return {team: track.front for team, track in self.tracks.items()}


def standing(preset, teams, events):
    """The Standing of a game of `preset` between `teams` ("ABC") after the tuple `events`."""
    now = Standing({team: Track() for team in teams})
    for event in events:
        ACCOUNTS[event.kind](now, preset, event)
    return now


def _deal(now, preset, event):
    now.dealt, now.dealer = True, event.team
    for team, track in now.tracks.items():
        if team != event.team:
            track.front = min(track.front + preset.start, preset.target - 1)


def _move(now, preset, event):
    now.tracks[event.team].enter(event.n, preset.target)
    _count_move(now, preset, event)


def _award(now, preset, event):
    now.tracks[event.team].award(event.n, preset.target)
    _count_move(now, preset, event)


def _count_move(now, preset, event):
    now.moves += 1
    now.pegged = True
    _end_if_out(now, preset, event.team)


def _undo(now, preset, event):
    track = now.tracks[event.team]
    track.front, track.back = track.before.pop()
    now.moves -= 1


def _retract(now, preset, event):
    track = now.tracks[event.team]
    track.correct_to(track.front - event.n)
    now.pegged = True


def _overpeg(now, preset, event):
    _retract(now, preset, event)
    _award(now, preset, Event("award", event.to, event.n))


def _exchange(now, preset, event):
    one, other = now.tracks[event.team], now.tracks[event.to]
    one.front, one.back, other.front, other.back = other.front, other.back, one.front, one.back
    one.before.clear()
    other.before.clear()
    now.pegged = True


def _false_claim(now, preset, event):
    others = [team for team in now.tracks if team != event.team]
    furthest = sorted(others, key=lambda team: (-now.tracks[team].front, team))
    now.tracks[event.team].correct_to(event.n - FALSE_CLAIM_PENALTY)
    for team in others:
        now.tracks[team].award(preset.target - event.n, preset.target)
    now.pegged = True
    winners = [team for team in furthest if now.tracks[team].front == preset.target]
    if winners:
        now.end, now.winner = "played", winners[0]


def _timed_out(now, preset, event):
    now.end, now.winner = "timed-out", _alone_in_front(preset, now.fronts())


def _forfeit(now, preset, event):
    others = {team: front for team, front in now.fronts().items() if team != event.team}
    now.ended_by = event.team
    now.end, now.winner = "forfeit", next(team for team in others if others[team] == _best(preset, others))


def _end_if_out(now, preset, team):
    if now.tracks[team].front < preset.target:
        return
    now.end, now.winner, now.ended_by = "played", team, team
    if preset.low_wins == "game":
        now.winner = _alone_in_front(preset, {t: front for t, front in now.fronts().items() if t != team})


def _best(preset, fronts):
    return min(fronts.values()) if preset.low_wins == "game" else max(fronts.values())


def _alone_in_front(preset, fronts):
    ahead = [team for team, front in fronts.items() if front == _best(preset, fronts)]
    return ahead[0] if len(ahead) == 1 else None


ACCOUNTS = {
    "deal": _deal,
    "move": _move,
    "undo": _undo,
    "award": _award,
    "retract": _retract,
    "false-claim": _false_claim,
    "timed-out": _timed_out,
    "forfeit": _forfeit,
    "overpeg": _overpeg,
    "exchange": _exchange,
}
