"""The import directions of the design: rules ← entry, journal, view, link ← board ← main, and hal to one side."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HARDWARE = {"machine", "neopixel", "rp2", "select"}
PLAIN = ("firmware.hal.disk", "firmware.hal.edges")
"""Files by `open` and `os` alone, and a ring in memory: what of `hal` every machine has, a desk computer too."""

GROUND = {"config", "clock", "interpreter"}
CORE = GROUND | {"rules"}
PACKAGES = {
    "config": {"interpreter"},
    "clock": {"config", "interpreter"},
    "interpreter": set(),
    "settings": CORE | {"settings_file"},
    "settings_check": GROUND,
    "settings_file": CORE | {"settings", "settings_check"},
    "rules": GROUND,
    "entry": CORE,
    "journal": CORE,
    "view": CORE | {"entry"},
    "link": CORE | {"entry", "settings", "measures"},
    "hal": GROUND,
    "measures": GROUND,
    "organise": CORE | {"settings", "settings_file", "view"},
    "finish": CORE | {"journal"},
    "office": CORE | {"entry", "journal", "view", "organise", "finish"},
    "board": CORE | {"settings", "entry", "journal", "view", "link", "measures", "organise", "finish", "office"},
}
"""Each part of firmware, and the parts it may import besides itself. View and link read the phases entry is in, and
link what an organiser may set and what is measured; none of these knows view or link."""


def imports(path: Path) -> Iterator[str]:
    """Full names of the modules a file imports, those inside functions too."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{name.name}" for name in node.names)


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def part(name: str) -> str:
    """The part of firmware a module or file belongs to: `firmware.rules.game` is of `rules`."""
    return name.split(".")[1]


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", modules("firmware"), ids=named)
def test_firmware_imports_go_one_way(path):
    if path.parent == ROOT / "firmware" and path.stem == "__init__":
        assert list(imports(path)) == []
        return
    own = part(dotted(path))
    used = {part(name) for name in imports(path) if name.startswith("firmware.")}
    assert used - {own} <= PACKAGES[own]


@pytest.mark.parametrize("path", modules("firmware"), ids=named)
def test_firmware_knows_nothing_of_the_desk(path):
    assert not [name for name in imports(path) if name.split(".")[0] in ("host_tools", "virtual", "tests")]


@pytest.mark.parametrize("path", modules("firmware") + modules("host_tools"), ids=named)
def test_only_hal_touches_a_machine(path):
    if path.is_relative_to(ROOT / "firmware" / "hal") and dotted(path) not in PLAIN:
        return
    used = {name.split(".")[0] for name in imports(path)}
    assert not used & (HARDWARE if path.is_relative_to(ROOT / "firmware") else HARDWARE - {"select"})


@pytest.mark.parametrize("path", modules("host_tools"), ids=named)
def test_desk_never_uses_hal(path):
    if path == ROOT / "host_tools" / "run.py":
        return  # It is a board.
    used = [name for name in imports(path) if name.startswith("firmware.hal")]
    assert not [name for name in used if not name.startswith(PLAIN)]


@pytest.mark.parametrize("path", modules("host_tools/sim/virtual"), ids=named)
def test_virtual_board_stands_alone_beside_firmware(path):
    """It is imported as `virtual` inside MicroPython, so it may name nothing else of `host_tools`."""
    own = "host_tools.sim.virtual"
    assert not [name for name in imports(path) if name.startswith("host_tools") and not name.startswith(own)]
    assert "from host_tools" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["boot.py", "main.py"])
def test_start_files_use_board_and_hal_only(name):
    path = ROOT / name
    used = {part(found) for found in imports(path) if found.startswith("firmware.")} if path.exists() else set()
    assert used <= {"board", "config", "hal"}
