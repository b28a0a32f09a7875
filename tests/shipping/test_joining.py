"""A program prints the same whether its modules are joined or not, on both interpreters.

In `programs` each is a text: the files of which it is made, each below its name, that of app/main.py first. Each has
modules that import one another in some way a linker can get wrong, and prints what its names stand for.
"""

from pathlib import Path

import pytest

from .conftest import join

PROGRAMS = sorted(Path(__file__).parent.glob("programs/*.txt"))


def files(program: Path) -> dict[str, str]:
    """Path → text of the files of a program."""
    return dict(part.split("\n", 1) for part in program.read_text().split("== ")[1:])


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_joined_modules_do_what_they_did_apart(machines, program):
    apart = machines.printed(files(program))
    assert apart.strip()
    assert machines.printed(join(files(program))) == apart
