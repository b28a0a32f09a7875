"""What cannot be joined is refused in one line: the file, the line, and what would be right."""

import re

import pytest

from host_tools.shipping import joined
from host_tools.shipping.meanings import LinkError

from .conftest import MAIN

USES_A = "from . import a\nfrom .a import f\nprint(a.f(), f())"
PLAIN = "def f():\n    return 1"

REFUSED = {
    "global": ("a", {"a": "n = 0\ndef f():\n    global n\n    n += 1"}, 3, "keep it in an object"),
    "a coroutine": ("a", {"a": "async def f():\n    pass"}, 1, "write it without"),
    "everything imported": ("a", {"a": "from json import *\n" + PLAIN}, 1, "name it"),
    "a path imported": ("a", {"a": "import os.path\n" + PLAIN}, 1, "write `from package import module`"),
    "a module of the program imported by its path": (
        "a", {"a": "import app.b\n" + PLAIN, "b": "x = []"}, 1, "write `from package import module`",
    ),
    "the name of a module": ("a", {"a": PLAIN + "\nprint(__name__)"}, 3, "another one in the file"),
    "a name that is not there": ("a", {"a": "from .b import g\n" + PLAIN, "b": "x = []"}, 1, "app.b has no g"),
    "a name that is not there, within a function": (
        "a", {"a": "def f():\n    from .b import g\n    return g", "b": "x = []"}, 2, "app.b has no g",
    ),
    "a name of a module that is not there": ("main", {"main": "from . import a\na.g()", "a": PLAIN}, 2, "makes no g"),
    "a name of a module that a function imports and that is not there": (
        "main", {"main": "def go():\n    from . import a\n    return a.g", "a": PLAIN}, 3, "makes no g",
    ),
    "a function's import of what is made elsewhere": (
        "main",
        {"main": "def go():\n    from .b import f\n    return f()", "b": "from .a import f\nx = []", "a": PLAIN},
        2, "take it from where it is made",
    ),
    "a folder": ("main", {"main": "from . import sub\nprint(sub)", "sub/a": PLAIN}, 1, "import the module"),
    "a module as a value": ("main", {"main": "from . import a\nprint(a)", "a": PLAIN}, 2, "take what is wanted of it"),
    "a module as a value, within a function": (
        "main", {"main": "def go():\n    from . import a\n    print(a)", "a": PLAIN}, 3, "take what is wanted of it",
    ),
    "a name set in another module": (
        "main", {"main": "from . import a\na.n = 2", "a": "n = 1"}, 2, "keep it in an object",
    ),
    "one name for two modules": (
        "main",
        {
            "main": "def go(x):\n    if x:\n        from . import a as m\n    else:\n        from . import b as m\n"
            "    return m.f()",
            "a": PLAIN, "b": PLAIN,
        },
        6, "use two names",
    ),
    "an import and a function of one name": (
        "main", {"main": USES_A + "\ndef f():\n    pass", "a": PLAIN}, 4, "otherwise",
    ),
    "an import that depends": (
        "main", {"main": "import sys\nif sys:\n    from .a import f", "a": PLAIN}, 3, "stand at the head itself",
    ),
    "a function that depends": ("main", {"main": "if 1:\n    def f():\n        pass"}, 2, "stand at the head itself"),
    "an import in a class": (
        "main", {"main": "class A:\n    from .a import f", "a": PLAIN}, 2, "stand at the head itself",
    ),
    "more than an import that is tried": (
        "main", {"main": "try:\n    x = 1\nexcept NameError:\n    x = 2"}, 2, "only imports",
    ),
    "an import that is tried with something else": (
        "main", {"main": "try:\n    import json\nexcept ImportError:\n    json = None\nelse:\n    x = 1"}, 1, "`else`",
    ),
    "a class's name that is the module's": (
        "main", {"main": "from .a import SIZE\nclass Box:\n    SIZE = SIZE", "a": "SIZE = 1"}, 3, "call one otherwise",
    ),
    "what hides the interpreter's": (
        "a", {"main": "from .a import f\ndef len(x):\n    return f(x)", "a": "def f(x):\n    return len(x)"}, 2,
        "len is made in app.main",
    ),
    "files that need each other": (
        "main",
        {
            "main": "from . import a\ndef f():\n    from .a import g\n    return g\ndef h():\n    return a.g()",
            "a": "from . import main\ndef g():\n    return main.f()",
        },
        1, "import it within a function",
    ),
    "code that would no longer run": (
        "main",
        {
            "main": "from . import a\ndef go():\n    from .b import g\n    from .a import f\n    return f() + g()",
            "a": PLAIN + "\nprint('a')", "b": "def g():\n    return 2",
        },
        1, "use something that is made there",
    ),
    "names that no one can read": (
        "main", {"main": "from .a import f\nf(**{'x': 1})", "a": "def f(x):\n    return x"}, 2, "write them out",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("where", "modules", "line", "what"), REFUSED.values(), ids=list(REFUSED))
def test_what_cannot_be_joined_is_refused(where, modules, line, what):
    whole = {"main": USES_A if where == "a" else "", **modules}
    with pytest.raises(LinkError) as raised:
        joined({f"app/{name}.py": text for name, text in whole.items()}, [MAIN])
    assert re.fullmatch(rf"app/{where}\.py, line {line}: .*{re.escape(what)}.*", str(raised.value))
