"""Benchmark: desk operations at large events and how their time grows with players, on both databases."""

from collections.abc import Iterable, Iterator, Sequence

from host_tools.desk.simulation import POSTGRESQL, SQLITE, Figure, figures

QUICK, WHOLE = (1, 10), (1, 10, 100)
"""Sizes in 1,024 players."""
BOTH = (SQLITE, POSTGRESQL)

__all__ = ["BOTH", "QUICK", "WHOLE", "figures", "ratios", "rows"]


def rows(found: Iterable[Figure]) -> Iterator[tuple[str, str, str]]:
    """Lines of a table: what was done, what it took, and the goal."""
    for one in found:
        took = f"{one.seconds:.2f} s, {one.processor:.2f} s of processor"
        missed = ": missed" if one.goal is not None and one.processor > one.goal else ""
        yield f"{one.database}: {one.what}", took, "" if one.goal is None else f"≤ {one.goal:.2g} s{missed}"


def ratios(found: Sequence[Figure]) -> Iterator[tuple[str, str, str]]:
    """How many times as long each size takes as the first, by the clock; as many times as it is large is linear."""
    for database in dict.fromkeys(one.database for one in found):
        for verb in dict.fromkeys(one.what.partition(" ")[0] for one in found):
            mine = [one for one in found if one.database == database and one.what.startswith(verb)]
            sizes = " : ".join(f"{one.scale / mine[0].scale:g}" for one in mine)
            times = " : ".join(f"{one.seconds / mine[0].seconds:.3g}" for one in mine)
            yield f"{database}: {verb}, sizes {sizes}", times, ""
