"""The import directions of the design: rules ← entry, journal, view, link ← board ← main, and hal to one side."""

from pathlib import Path

import pytest

from tests.project.import_graph import ROOT, dotted, imports, modules

HARDWARE = {"machine", "neopixel", "network", "rp2", "select"}
PLAIN = ("firmware.hal.board_files", "firmware.hal.key_edges", "firmware.hal.sockets")
"""Files by `open` and `os` alone, a ring in memory, TCP: what of `hal` every machine has, a desk computer too."""

GROUND = {"config", "ticks", "interpreter", "hardware_config", "json_file"}
CORE = GROUND | {"rules"}
PACKAGES = {
    "config": {"interpreter"},
    "ticks": {"config", "interpreter"},
    "interpreter": set(),
    "json_file": set(),
    "hardware_config": {"config", "interpreter", "json_file"},
    "settings": CORE,
    "rules": GROUND,
    "entry": CORE,
    "journal": CORE,
    "view": CORE | {"entry"},
    "link": CORE | {"entry", "journal", "settings", "timing_stats", "board_operations", "network_settings"},
    "hal": GROUND,
    "timing_stats": GROUND,
    "display_loader": GROUND | {"view"},
    "net": CORE | {"settings", "entry", "journal", "board_operations"},
    "network_loader": GROUND | {"entry", "net"},
    "network_settings": GROUND | {"settings", "network_loader"},
    "board_operations": CORE | {"settings", "entry", "journal", "view"},
    "board": CORE
    | {"settings", "entry", "journal", "view", "link", "timing_stats", "board_operations"}
    | {"display_loader", "network_loader"},
}
"""Each part of firmware, and the parts it may import besides itself. View and link read the phases entry is in, and
link what an organiser may set and what is measured; none of these knows view or link."""


DESK_ROOMS = (
    *("store", "formats", "events", "scoring", "rounds", "intake"),
    *("review", "money", "live", "simulation", "web", "cli"),
)
"""The packages of host_tools/desk, the lowest first: each may import those before it."""


HOST_PACKAGES = (
    *("i18n", "extras", "printable", "network_address", "progress", "garbage_collection", "command_group", "style"),
    *("cards", "pio", "results", "journal", "firmware_build", "littlefs"),
    *("usb", "desk", "quickcards", "captain", "sim", "hardware", "live", "commands", "bench", "cli"),
)
"""The packages of host_tools, the lowest first: each may import those before it."""


def part(name: str) -> str:
    """The part of firmware or host_tools a module belongs to: `firmware.rules.game` is of `rules`."""
    return name.split(".")[1]


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
    if path == ROOT / "host_tools" / "commands" / "run.py":
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
    used = {part(module) for module in imports(path) if module.startswith("firmware.")} if path.exists() else set()
    assert used <= {"board", "config", "hal"}


@pytest.mark.parametrize("path", modules("host_tools/desk"), ids=named)
def test_desk_packages_import_lower_ones_by_their_door(path):
    """What another package needs of one stands in its `__init__`."""
    parts = dotted(path).split(".")
    own = parts[2] if len(parts) > 3 or path.stem == "__init__" else ""
    lower = DESK_ROOMS[: DESK_ROOMS.index(own)] if own in DESK_ROOMS else ()
    for name in imports(path):
        if name.startswith("host_tools.desk.") and name.split(".")[2] != own:
            room, *rest = name.split(".")[2:]
            assert room in lower, name
            assert len(rest) == 1, f"{name}: import it from host_tools.desk.{room}"


def test_every_desk_package_is_in_the_order():
    folders = {path.name for path in (ROOT / "host_tools" / "desk").iterdir() if path.is_dir() and path.name[0] != "_"}
    assert folders == set(DESK_ROOMS)


def outside_desk() -> list[Path]:
    return [path for path in modules("host_tools") if not path.is_relative_to(ROOT / "host_tools" / "desk")]


@pytest.mark.parametrize("path", outside_desk(), ids=named)
def test_other_tools_use_the_desk_by_its_doors(path):
    """All but its pages and its command line, which no other package of the desk uses, have one."""
    rooms = [name.split(".")[2:] for name in imports(path) if name.startswith("host_tools.desk.")]
    assert not [names for names in rooms if len(names) > 2 and names[0] not in ("web", "cli")]


@pytest.mark.parametrize("path", modules("host_tools"), ids=named)
def test_packages_of_host_tools_import_lower_ones(path):
    own = part(dotted(path))
    used = {part(name) for name in imports(path) if name.startswith("host_tools.")} - {own}
    lower = HOST_PACKAGES[: HOST_PACKAGES.index(own)] if own in HOST_PACKAGES else HOST_PACKAGES
    assert used <= set(lower)


def test_every_package_of_host_tools_is_in_the_order():
    children = (ROOT / "host_tools").iterdir()
    names = {path.stem for path in children if path.is_dir() or path.suffix == ".py"}
    assert {name for name in names if name[0] != "_"} == set(HOST_PACKAGES)

