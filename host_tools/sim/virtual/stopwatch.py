"""Elapsed-time measurement for CPython and MicroPython."""

try:
    from js import performance

    def now_us() -> float:
        """Return the microseconds of a clock that only goes on; MicroPython's own has but milliseconds here."""
        return performance.now() * 1000

except ImportError:
    from time import perf_counter  # type: ignore[attr-defined]

    def now_us() -> float:
        """Return the microseconds of a monotonic clock."""
        return perf_counter() * 1e6


def tenth_percentile(times: list) -> float:
    """Return the tenth percentile of times: other load on the machine only makes a time longer."""
    return sorted(times)[len(times) // 10]
