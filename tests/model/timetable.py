"""Expected behaviour by millisecond: when to step the board, its input, and what it shows then."""

import json
from dataclasses import asdict, dataclass

from .presets_table import Preset
from .steps import DOWN, JUDGE, feed, moments

GRID_MS = (50, 400, 1500)
"""When, after a step, the board is woken beside the milliseconds at which something is due and those before them."""
AFTER_MS = 2500


@dataclass
class Moment:
    """At `t` ms with the keys of `mask` down and `requests` sent, the board shows `state` and has `granted` them."""

    t: int
    mask: int
    requests: list
    state: dict
    granted: list


def expected(case):
    """The Moments of a case, the configuring first, and the results the model has written."""
    model, mask = case.model(), 0
    table = [Moment(0, 0, [configuring(case)], model.state(), [True])]
    times = moments(case.steps)
    ends = [t for t, _ in times[1:]] + [times[-1][0] + AFTER_MS] if times else []
    for (t, steps), end in zip(times, ends, strict=True):
        mask = _mask(mask, steps)
        granted = feed(model, steps)
        requests = [_judging(case, step) for step in steps if step.do == JUDGE]
        table.append(Moment(t, mask, requests, model.state(), granted))
        table += _waiting(model, mask, t, end)
    return table, model.results


def _waiting(model, mask, t, end):
    """The Moments between `t` and `end`: on the grid and around whatever is due."""
    grid = [t + ms for ms in GRID_MS]
    while True:
        due = model.next_due() or end
        t = min(time for time in [due - 1, due, *grid, end] if time > t)
        if t >= end:
            return
        model.advance(t)
        yield Moment(t, mask, [], model.state(), [])


def _mask(mask, steps):
    for step in steps:
        if step.do != JUDGE:
            mask = mask | 1 << step.key if step.do == DOWN else mask & ~(1 << step.key)
    return mask


def configuring(case):
    """The request line that makes a new board the case's."""
    preset = case.preset
    if isinstance(preset, Preset):
        preset = {field: value for field, value in asdict(preset).items() if field != "name"}
    settings = {"new_pin" if name == "pin" else name: value for name, value in case.settings.items()}
    return json.dumps({"do": "configure", "teams": case.teams, "preset": preset, **settings})


def _judging(case, step):
    amount = "true" if step.op == "false-claim" else "holes"
    pin = case.settings.get("pin", "")
    return json.dumps({"do": "judge", "op": step.op, "team": step.team, "to": step.to, amount: step.n, "pin": pin})
