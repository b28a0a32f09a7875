"""Rich progress bar for slow operations: on a terminal only, removed when done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def progress(description: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Show a progress bar of `total` steps (None: without end) with `description` and the elapsed time.

    Yields a function that sets the number of steps done. Prints nothing if standard error is no terminal.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(escape(description), total=total)
        yield lambda steps: bar.update(task, completed=steps)
