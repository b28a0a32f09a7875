"""Benchmark: desk operations at large events and how their time grows with players, on both databases."""

from collections.abc import Iterable, Iterator, Sequence

from host_tools.desk.simulation import POSTGRESQL, SQLITE, Figure, figures

QUICK, WHOLE = (1, 10), (1, 10, 100)
"""Sizes in 1,024 players."""
BOTH = (SQLITE, POSTGRESQL)

__all__ = ["BOTH", "QUICK", "WHOLE", "figures", "ratios", "rows"]


def rows(measured: Iterable[Figure]) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: operation, measured, target."""
    for figure in measured:
        took = f"{figure.seconds:.2f} s, {figure.processor:.2f} s of processor"
        missed = ": missed" if figure.goal is not None and figure.processor > figure.goal else ""
        yield f"{figure.database}: {figure.what}", took, "" if figure.goal is None else f"≤ {figure.goal:.2g} s{missed}"


def ratios(measured: Sequence[Figure]) -> Iterator[tuple[str, str, str]]:
    """Yield rows with the ratio of each size and of its wall-clock time to the first size's."""
    for database in dict.fromkeys(figure.database for figure in measured):
        for operation in dict.fromkeys(figure.what.partition(" ")[0] for figure in measured):
            series = [
                figure for figure in measured if figure.database == database and figure.what.startswith(operation)
            ]
            sizes = " : ".join(f"{figure.scale / series[0].scale:g}" for figure in series)
            times = " : ".join(f"{figure.seconds / series[0].seconds:.3g}" for figure in series)
            yield f"{database}: {operation}, sizes {sizes}", times, ""
