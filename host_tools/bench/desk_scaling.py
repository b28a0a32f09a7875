"""Benchmark: desk operations at large events and how their time grows with players, on both databases."""

from collections.abc import Iterable, Iterator, Sequence

from host_tools.desk.simulation.benchmark import POSTGRESQL, SQLITE, Figure, figures

QUICK, WHOLE = (1, 10), (1, 10, 100)
"""Event sizes, in units of 1,024 players."""
BOTH = (SQLITE, POSTGRESQL)

__all__ = ["BOTH", "QUICK", "WHOLE", "figures", "ratio_rows", "report_rows"]


def report_rows(measured: Iterable[Figure]) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: operation, measured, target."""
    for figure in measured:
        took = f"{figure.seconds:.2f} s, processor {figure.processor:.2f} s"
        missed = ": missed" if figure.goal is not None and figure.processor > figure.goal else ""
        yield f"{figure.database}: {figure.what}", took, "" if figure.goal is None else f"≤ {figure.goal:.2g} s{missed}"


def ratio_rows(measured: Sequence[Figure]) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: each operation's sizes and wall-clock times, as ratios to the first size's."""
    for database in dict.fromkeys(figure.database for figure in measured):
        for operation in dict.fromkeys(figure.what.partition(" ")[0] for figure in measured):
            series = [
                figure for figure in measured if figure.database == database and figure.what.startswith(operation)
            ]
            sizes = " : ".join(f"{figure.scale / series[0].scale:g}" for figure in series)
            times = " : ".join(f"{figure.seconds / series[0].seconds:.3g}" for figure in series)
            yield f"{database}: {operation}, sizes {sizes}", times, ""
