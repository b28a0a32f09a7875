"""Every module compiles for the board."""

import pytest

from host_tools.shipping import compile_mpy
from host_tools.sim.bundle import bundle


@pytest.mark.parametrize(("path", "text"), bundle().items(), ids=list(bundle()))
def test_module_compiles_for_the_board(path, text):
    assert compile_mpy(path, text)[:1] == b"M"


def test_module_that_micropython_refuses_is_named():
    with pytest.raises(SyntaxError, match=r'"firmware/wrong\.py", line 2'):
        compile_mpy("firmware/wrong.py", "a = 1\nmatch = = 2\n")
