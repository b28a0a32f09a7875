"""Rich progress bar for slow operations: on a terminal only, removed when done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def progress(description: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Show `description` beside a bar of `total` steps, or one that only moves, and the time. Yields a function that
    takes the number of steps done. Nothing is printed where standard error is no terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(escape(description), total=total)
        yield lambda steps: bar.update(task, completed=steps)
