"""Elapsed-time measurement for CPython and MicroPython."""

try:
    from js import performance

    def now_us() -> float:
        """Return the microseconds of the browser's monotonic clock; MicroPython's own counts milliseconds here."""
        return performance.now() * 1000

except ImportError:
    from time import perf_counter  # type: ignore[attr-defined, unused-ignore]

    def now_us() -> float:
        """Return the microseconds of a monotonic clock."""
        return perf_counter() * 1e6


def tenth_percentile(times: list) -> float:
    """Return the tenth percentile of times: slower ones are those that other processes have delayed."""
    return sorted(times)[len(times) // 10]
