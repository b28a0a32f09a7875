"""Fixture: a match driven by events' names, with scores as lists."""

import pytest

from firmware.rules import events
from firmware.rules.match import GAME_OVER, Match
from firmware.rules.presets import fields_of, load_preset

KINDS = {
    name.removeprefix("EVENT_").lower().replace("_", "-"): kind
    for name, kind in vars(events).items()
    if name.startswith("EVENT_")
}
TEAMS = "ABCD"


class Play:
    """A match under a preset, a name or a name with changes, with events by name."""

    def __init__(self, preset="acc", teams=2, **changes):
        self.match = Match(load_preset(fields_of(preset) | changes if changes else preset), teams)
        self.clock = 0

    def do(self, event, team="A", amount=0):
        self.clock += 1000
        self.match.apply(KINDS[event], TEAMS.index(team), amount, self.clock)
        return self

    def put(self, *fronts):
        """Peg every team to a hole."""
        for team, front in zip(TEAMS, fronts, strict=False):
            missing = front - self.match.game.front[TEAMS.index(team)]
            while missing > 0:
                self.do("move", team, min(missing, 20))
                missing -= 20
        return self

    def game(self, winner, *fronts):
        """A whole game the winner ends from where it stands; `fronts` of all teams, its own ignored."""
        self.put(*[0 if TEAMS[t] == winner else front for t, front in enumerate(fronts)])
        while self.match.stage < GAME_OVER:
            self.do("signed" if self.reaches(winner, 20) else "move", winner, 20)
        return self

    def reaches(self, team, amount):
        return self.match.reaches(TEAMS.index(team), amount)

    @property
    def fronts(self):
        return list(self.match.game.front)[: self.match.teams]

    @property
    def backs(self):
        return list(self.match.game.back)[: self.match.teams]

    @property
    def winner(self):
        """The letter of who has won the game, or the match once it is over; None for nobody."""
        winner = self.match.winner()
        return None if winner < 0 else TEAMS[winner]

    @property
    def points(self):
        return self.match.outcome.points[: self.match.teams]

    @property
    def spread(self):
        return self.match.outcome.spread[: self.match.teams]

    @property
    def level(self):
        return self.match.outcome.level

    @property
    def whole(self):
        """Everything about the match that can be seen, but for how many decisions of a judge it had."""
        tally = {name: tuple(v) if isinstance(v, list) else v for name, v in vars(self.match.tally).items()}
        del tally["decisions"]
        return tally, bytes(self.match.game.state), self.match.stage, self.winner


@pytest.fixture(scope="session")
def play():
    """Begins a match: `play("match4", teams=3, games=5)`."""
    return Play
