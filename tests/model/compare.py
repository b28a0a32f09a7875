"""Compare the model with a real board along a timetable, and describe the first difference."""

from dataclasses import dataclass, replace
from tempfile import TemporaryDirectory

from host_tools.sim.virtual.board import new_board

from .board_driver import drive
from .steps import Case
from .timetable import expected

OWN_WORDS = ("v", "board", "at", "prev", "mac")
"""What only a real board writes on a result line."""


@dataclass
class Difference:
    """What model and board show at `t`, after the steps of `case`, which is cut off there."""

    case: Case
    t: int
    model: object
    board: object

    def __str__(self):
        steps = "\n".join(str(step) for step in self.case.steps)
        return f"{self.case}\n{steps}\n{self.t:>8}  model and board:\n{_unlike(self.model, self.board)}"


def on_cpython(case, timetable):
    """What a board here shows along the timetable; see `drive`."""
    with TemporaryDirectory() as root:
        return drive(new_board(root, case.tracks), timetable)


def first_difference(case, play=on_cpython):
    """The first Difference between the model and the board that `play` plays the case on, or None."""
    table, model_results = expected(case)
    seen, results = play(case, [[moment.t, moment.mask, moment.requests] for moment in table])
    for moment, (shown, granted) in zip(table, seen, strict=True):
        if (moment.state, moment.granted) != (shown, granted):
            return _cut(case, moment.t, {**moment.state, "granted": moment.granted}, {**shown, "granted": granted})
    lines = [{name: value for name, value in line.items() if name not in OWN_WORDS} for line in results]
    return None if lines == model_results else _cut(case, table[-1].t, model_results, lines)


def smallest_difference(case):
    """A Difference with as few steps as leaving out one after another comes to, or None."""
    difference = first_difference(case)
    if not difference:
        return None
    for step in difference.case.steps[::-1] * 2:
        fewer = [other for other in difference.case.steps if other != step]
        if len(fewer) < len(difference.case.steps):
            difference = first_difference(replace(case, steps=fewer)) or difference
    return difference


def _cut(case, t, model, board):
    return Difference(replace(case, steps=[step for step in case.steps if step.t <= t]), t, model, board)


def _unlike(model, board):
    """Both in full, and the fields that differ."""
    lines = [f"model {model}", f"board {board}"]
    if isinstance(model, dict):
        unlike = [name for name in model if model[name] != board.get(name)]
        lines += [f"  {name}: model {model[name]}, board {board.get(name)}" for name in unlike]
    return "\n".join(lines)
