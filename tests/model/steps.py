"""Steps of a generated evening: a board's settings, and key edges and requests by time."""

from dataclasses import dataclass, field

from .board_model import BoardModel
from .keys import key_name
from .presets_table import Preset

DOWN, UP, JUDGE = "down", "up", "judge"


@dataclass(frozen=True, order=True)
class Step:
    """At `t` ms a key goes down or up, or the judge speaks over the link."""

    t: int
    do: str
    key: int = -1
    op: str = ""
    team: str | None = None
    n: int = 0
    to: str | None = None

    def __str__(self):
        if self.do == JUDGE:
            return f"{self.t:>8}  judge {self.op} {self.team or ''} {self.n} {self.to or ''}"
        return f"{self.t:>8}  {key_name(self.key):>4} {self.do}"


@dataclass
class Case:
    """One evening: `tracks` of the case, `teams` playing, a preset's name or a Preset, `settings` laid over it."""

    seed: int
    preset: str | Preset
    teams: int
    tracks: int
    settings: dict
    steps: list = field(default_factory=list)

    def model(self):
        return BoardModel(self.preset, self.teams, self.settings, self.tracks)

    def __str__(self):
        name = self.preset if isinstance(self.preset, str) else f"{self.preset}"
        return f"seed {self.seed}: {name}, {self.teams} teams on {self.tracks} tracks, {self.settings}"


def moments(steps):
    """The steps by time: a list of (t, [steps of that millisecond])."""
    by_time = {}
    for step in sorted(steps):
        by_time.setdefault(step.t, []).append(step)
    return list(by_time.items())


def feed(model, steps):
    """Gives a model the steps of one millisecond and lets it live to the end of it.

    The judge speaks last; what he was answered is returned, in order.
    """
    for step in steps:
        if step.do == DOWN:
            model.key_down(step.key, step.t)
        elif step.do == UP:
            model.key_up(step.key, step.t)
    model.advance(steps[0].t)
    return [model.judge(step.op, step.team, step.n, step.to) for step in steps if step.do == JUDGE]
