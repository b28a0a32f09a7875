"""LED data-line timing: margins of t0h, t0l, t1h, t1l and reset against each chip's data-sheet limits."""

from dataclasses import dataclass
from typing import Any

PARTS = ("t0h", "t0l", "t1h", "t1l", "reset")


@dataclass(frozen=True)
class Margin:
    """Distances in ns from a chosen time to the limits of its window; `above` is None if it has no upper limit."""

    chip: str
    part: str
    chosen: int
    below: int
    above: int | None

    @property
    def inside(self) -> bool:
        """Whether the chosen time is within the window."""
        return self.below >= 0 and (self.above is None or self.above >= 0)


def bit_times(params: Any) -> dict[str, int]:
    """Return the firmware's bit times in ns, by the names in PARTS."""
    return {part: getattr(params.timing, part) for part in PARTS}


def margins(params: Any, bit_ns: dict[str, int]) -> list[Margin]:
    """Return the margin of each bit time (`bit_ns`, by name) for each chip."""
    rows = []
    for chip, windows in params.timing.chips.items():
        for part, ns in bit_ns.items():
            shortest, longest = windows[part]
            rows.append(Margin(chip, part, ns, ns - shortest, longest - ns if longest else None))
    return rows


def outside(params: Any) -> list[Margin]:
    """Return the margins of all bit times that are outside a chip's window."""
    return [m for m in margins(params, bit_times(params)) if not m.inside]


def frame_us(params: Any) -> float:
    """Return the time in µs to send a frame of one track at most, without the reset gap after it."""
    timing = params.timing
    return params.strip.leds * timing.bits * max(timing.t0h + timing.t0l, timing.t1h + timing.t1l) / 1000


def table(params: Any) -> str:
    """Return a Markdown table of the margins in ns: to the lower / to the upper limit of each window."""
    lines = ["| LED | " + " | ".join(part.upper() for part in PARTS) + " |", "|---" * (len(PARTS) + 1) + "|"]
    bit_ns = bit_times(params)
    lines.append(f"| *sent* | {' | '.join(map(str, bit_ns.values()))} |")
    all_margins = margins(params, bit_ns)
    for chip in params.timing.chips:
        cells = [cell(margin) for margin in all_margins if margin.chip == chip]
        lines.append(f"| {chip} | {' | '.join(cells)} |")
    return "\n".join(lines)


def cell(margin: Margin) -> str:
    """Format a margin as "−below / +above" in ns."""
    above = "no end" if margin.above is None else f"+{margin.above}"
    return f"−{margin.below} / {above}" if margin.inside else "**outside**"
