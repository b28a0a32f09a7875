"""What a board has measured of itself, in words a host reads."""

from ..measures import COARSE_BITS, FINE_BITS


def told(hal, measures) -> dict:
    """All of it, by name, with the heap and the faults."""
    used, free = hal.heap()
    return {
        "step_us": _durations(measures.steps),
        "key_us": _durations(measures.keys),
        "frames": measures.frames,
        "start_ms": measures.start_ms,
        "heap": {"used": used, "free": free},
        "appends": {"count": measures.appends, "slow": measures.slow},
        "refused_lines": measures.refused,
        "faults": hal.faults(),
    }


def _durations(meter) -> dict:
    """median, p99, longest: microseconds; count."""
    return {"median": _within(meter, 50), "p99": _within(meter, 99), "longest": meter.longest, "count": meter.count}


def _within(meter, percent: int) -> int:
    """That share of all took no longer than so many microseconds, to the end of a step of the scale."""
    left = (meter.count * percent + 99) // 100
    for scale, bits in ((meter.fine, FINE_BITS), (meter.coarse, COARSE_BITS)):
        for step in range(len(scale)):
            left -= scale[step]
            if left <= 0:
                return int(min((step + 1) << bits, meter.longest))
    return int(meter.longest)
