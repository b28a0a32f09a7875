"""Figures measured on the board, for a host's diagnostics: durations, heap, journal appends, faults."""

from ..timing_stats import COARSE_BITS, FINE_BITS


def measurements(hal, measures):
    """Yield name and value of each figure in `measures` (Measures), and of heap and faults."""
    yield "step_us", _durations(measures.steps)
    yield "key_us", _durations(measures.keys)
    yield "frames", measures.frames
    yield "start_ms", measures.start_ms
    used, free = hal.heap()
    yield "heap", {"used": used, "free": free}
    yield "appends", {"count": measures.appends, "slow": measures.slow}
    yield "refused_lines", measures.refused
    yield "faults", hal.faults()


def _durations(meter) -> dict:
    """Return count, median, p99 and longest of a Meter, in microseconds; median and p99 rounded up to its steps."""
    durations = {"count": meter.count, "median": meter.longest, "p99": meter.longest, "longest": meter.longest}
    median_rank, p99_rank = (meter.count + 1) // 2, (99 * meter.count + 99) // 100
    count = 0
    for scale, bits in ((meter.fine, FINE_BITS), (meter.coarse, COARSE_BITS)):
        for step in range(len(scale)):
            before = count
            count += scale[step]
            if before < median_rank <= count:
                durations["median"] = min((step + 1) << bits, meter.longest)
            if before < p99_rank <= count:
                durations["p99"] = min((step + 1) << bits, meter.longest)
                return durations
    return durations
