"""boot.py and main.py are not joined: what they ask for is there under the names they know."""

import pytest

from host_tools import shipping
from host_tools.shipping.meanings import LinkError

MODULES = {
    "app/__init__.py": "",
    "app/a.py": "LIMIT = 5\ndef f(size):\n    return size + LIMIT\n",
    "app/b.py": "from .a import f\ntable = []\n",
}


def joined_for(main: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The files that this main.py needs."""
    monkeypatch.setattr(shipping, "start_file", lambda name: main.encode() if name == "main.py" else b"")
    return shipping.joined(MODULES)


@pytest.mark.parametrize("main", ["from app.a import f\nf(2)", "def run():\n    from app import a\n    a.f(2)"])
def test_main_has_what_it_takes_of_modules(main, monkeypatch):
    assert list(joined_for(main, monkeypatch)) == ["app/a.py"]


@pytest.mark.parametrize(
    ("main", "line"),
    [
        ("from app.a import LIMIT", 1),
        ("def run():\n    from app import a\n    return a.LIMIT", 3),
        ("def run():\n    from app.b import f", 2),
        ("def run():\n    from app import b\n    b.nothing()", 3),
    ],
)
def test_main_cannot_take_what_is_made_elsewhere_or_stands_in_the_code(main, line, monkeypatch):
    with pytest.raises(LinkError, match=rf"^main\.py, line {line}: app\.[ab] makes no \w+: take .* where it is made$"):
        joined_for(main, monkeypatch)


def test_what_main_gives_by_name_keeps_it(monkeypatch):
    names: dict = {}
    exec(joined_for("from app.a import f\nf(size=2)", monkeypatch)["app/a.py"], names)
    assert names["f"](size=2) == 7
