"""The timing report: the times the firmware sends against every supported LED's windows."""

from typing import Any, NamedTuple

PARTS = ("t0h", "t0l", "t1h", "t1l", "reset")


class Margin(NamedTuple):
    """How far, in ns, a chosen time is from the ends of a window; `above` is None where the window has no end."""

    chip: str
    part: str
    chosen: int
    below: int
    above: int | None

    @property
    def inside(self) -> bool:
        """Whether the LED understands it."""
        return self.below >= 0 and (self.above is None or self.above >= 0)


def margins(params: Any) -> list[Margin]:
    """A margin for each chip and part of a bit."""
    timing = params.timing
    found = []
    for chip, windows in timing.chips.items():
        for part in PARTS:
            least, most = windows[part]
            chosen = getattr(timing, part)
            found.append(Margin(chip, part, chosen, chosen - least, most - chosen if most else None))
    return found


def outside(params: Any) -> list[Margin]:
    """What no LED of that kind is sure to understand."""
    return [m for m in margins(params) if not m.inside]


def frame_us(params: Any) -> float:
    """How long one track's frame is on the wire, the gap after it not counted."""
    timing = params.timing
    return params.strip.leds * timing.bits * max(timing.t0h + timing.t0l, timing.t1h + timing.t1l) / 1000


def table(params: Any) -> str:
    """Margins as a Markdown table: to the window's beginning / to its end, in ns."""
    lines = ["| LED | " + " | ".join(p.upper() for p in PARTS) + " |", "|---" * (len(PARTS) + 1) + "|"]
    chosen = " | ".join(str(getattr(params.timing, part)) for part in PARTS)
    lines.append(f"| *sent* | {chosen} |")
    found = margins(params)
    for chip in params.timing.chips:
        cells = [_cell(m) for m in found if m.chip == chip]
        lines.append(f"| {chip} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(margin: Margin) -> str:
    above = "no end" if margin.above is None else f"+{margin.above}"
    return f"−{margin.below} / {above}" if margin.inside else "**outside**"
