"""Puts labels on a picture where they cover nothing: each is measured, and moved until its box is free."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

_FONT = "Helvetica"
_STEP = 0.5
"""From one place that is tried to the next, in heights of the letters."""
_FARTHEST = 24
"""Steps after which a label is not looked for any more."""
_LEADER_FROM = 2
"""A label farther off than so many steps has a line to what it names."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Label(NamedTuple):
    """A text and the box that it fills; `leader`: the ends of a line to what it names, if it lies apart."""

    text: str
    box: Box
    leader: tuple[tuple[float, float], tuple[float, float]] | None


class NoRoomError(ValueError):
    """There is no free place for a label; the message names it."""


def place(wanted: Sequence[tuple[str, Box]], blocked: Sequence[Box], area: Box, height: float) -> list[Label]:
    """Return a label for each text, near the box that it names and on no blocked box, no other label, not outside.

    Within its own box a label may stand, if nothing blocked is there. `height` is the font's. Raises NoRoomError.
    """
    from reportlab.pdfbase.pdfmetrics import stringWidth

    taken = list(blocked)
    found = []
    for text, target in wanted:
        width = stringWidth(text, _FONT, height)
        free = ((steps, box) for steps, box in _places(target, width, height)
                if _inside(box, area) and not any(overlap(box, other) for other in taken))  # fmt: skip
        steps, box = next(free, (0, None))
        if box is None:
            raise NoRoomError(f"no room for the label {text!r}")
        taken.append(box)
        found.append(Label(text, box, _leader(box, target) if steps > _LEADER_FROM else None))
    return found


def _places(target: Box, width: float, height: float) -> Iterator[tuple[int, Box]]:
    """Yield boxes for a label, the nearest to its target first, with the steps from it."""
    left, top, right, bottom = target
    x, y = (left + right) / 2, (top + bottom) / 2

    def around(middle_x: float, middle_y: float) -> Box:
        return (middle_x - width / 2, middle_y - height / 2, middle_x + width / 2, middle_y + height / 2)

    yield 0, around(x, y)
    for steps in range(_FARTHEST):
        off = (steps + 0.6) * _STEP * height
        beside = (width + right - left) / 2 + off
        above = (height + bottom - top) / 2 + off
        for sideways in range(steps + 1):
            shift = sideways * _STEP * height
            for sign in (1, -1) if sideways else (1,):
                yield steps, around(x + beside, y + sign * shift)
                yield steps, around(x - beside, y + sign * shift)
                yield steps, around(x + sign * shift, y - above)
                yield steps, around(x + sign * shift, y + above)


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes have a point of their inside in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _inside(box: Box, area: Box) -> bool:
    return box[0] >= area[0] and box[1] >= area[1] and box[2] <= area[2] and box[3] <= area[3]


def _leader(box: Box, target: Box) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return a line from a label's edge to the nearest point of its target."""
    x, y = (target[0] + target[2]) / 2, (target[1] + target[3]) / 2
    start = (min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3]))
    end = (min(max(start[0], target[0]), target[2]), min(max(start[1], target[1]), target[3]))
    return start, end


def svg(labels: Sequence[Label], colour: str, height: float) -> str:
    """Write labels as SVG, with a halo that keeps them apart from lines below them."""
    style = f'font-family="{_FONT}, Arial, sans-serif" font-size="{height:.2f}" fill="{colour}"'
    lines = []
    for label in labels:
        if label.leader:
            (x1, y1), (x2, y2) = label.leader
            lines.append(f'<path d="M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}" fill="none" stroke="{colour}" '
                         f'stroke-width="{height / 12:.2f}"/>')  # fmt: skip
        left, _, _, bottom = label.box
        baseline = bottom - 0.22 * height
        lines.append(f'<text x="{left:.2f}" y="{baseline:.2f}" {style}>{escape(label.text)}</text>')
    return "\n".join(lines) + "\n"
