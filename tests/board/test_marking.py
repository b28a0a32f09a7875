"""The order in which garbage collection marks what is in use has room on the stack of MicroPython's collector."""

import sys
from types import FunctionType, ModuleType, SimpleNamespace

import pytest

from firmware import garbage

STACK = 64
"""MICROPY_ALLOC_GC_STACK_SIZE of the Pico's image."""
FUNCTIONS = 36
"""Of a class."""
MODULE = """
def function_{n}(): pass
constant_{n} = ({n},)
number_{n} = {n}
"""
CLASS = "class Wide:\n" + "\n".join(f"    def method_{n}(self): pass" for n in range(FUNCTIONS))


def children(thing):
    """What MicroPython's objects of these kinds point to, in the order of their words."""
    if isinstance(thing, ModuleType):
        return [vars(thing)]
    if isinstance(thing, FunctionType):
        return [sys.modules[thing.__module__], thing.__code__]
    if isinstance(thing, dict | type):
        values = dict(vars(thing) if isinstance(thing, type) else thing).values()
        return [value for value in values if isinstance(value, ModuleType | FunctionType | type | tuple | list)]
    return [part for part in thing if not isinstance(part, int | None)] if isinstance(thing, tuple | list) else []


def has_room(*roots):
    """Whether marking from these roots, one after another, overflows nowhere: as `gc_mark_subtree` does it."""
    marked: set[int] = set()
    fits = True
    for root in roots:
        stack = [root]
        while stack:
            for child in children(stack.pop()):
                if id(child) not in marked:
                    marked.add(id(child))
                    if len(stack) < STACK:
                        stack.append(child)
                    else:
                        fits = False
    return fits


@pytest.fixture
def wide(monkeypatch):
    """Modules as wide as those of a board, which import from one another."""
    made = []
    for name in "runner rp2 board operations dispatch".split():
        module = ModuleType(f"firmware.joined_{name}")
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(CLASS + "".join(MODULE.format(n=n) for n in range(150)), vars(module))
        del vars(module)["__builtins__"]
        for other in made:
            vars(module).update({f"{other.__name__}_{n}": getattr(other, f"function_{n}") for n in range(0, 150, 5)})
        made.append(module)
    return made


def test_wide_modules_are_marked_without_an_overflow(wide, monkeypatch):
    firmware = {module.__name__: module for module in wide}
    monkeypatch.setattr(garbage, "sys", SimpleNamespace(modules={"sys": sys, **firmware}))
    begun: list = []
    monkeypatch.setattr(garbage, "collect", lambda: begun.append(sys._getframe(1).f_locals.get("order", [])))
    collector = garbage.GarbageCollector()
    collector.collect()
    pieces = len(list(collector.order()))
    collector.collect()
    before, ordered = begun
    assert not has_room(before, *firmware.values())
    assert has_room(ordered, *firmware.values())
    assert pieces > 50, "pieces are short"
