"""The import directions of the design: rules ← entry, journal, view, link ← board ← main, and hal to one side."""

import ast
import re
from collections.abc import Callable, Iterable
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from host_tools.firmware_build.module_joiner import COPYING, ROOTS, join_modules
from host_tools.firmware_build.module_joiner import modules as board_modules
from tests.project.import_graph import ROOT, dotted, import_statements, imports, module_graph, modules

HARDWARE = {"machine", "neopixel", "network", "rp2", "select"}
GROUND = {"config", "ticks", "interpreter", "hardware_config", "hardware_file", "boards", "json_file", "messages"}
CORE = GROUND | {"rules"}
PACKAGES = {
    "config": {"interpreter"},
    "ticks": {"config", "interpreter"},
    "interpreter": set(),
    "messages": {"sentences"},
    "sentences": set(),
    "json_file": {"board_files", "messages"},
    "boards": set(),
    "board_check": {"boards", "hardware_config", "interpreter", "messages"},
    "hardware_config": {"config", "messages", "boards"},
    "hardware_file": {"interpreter", "json_file", "messages", "hardware_config", "board_check"},
    "settings": CORE,
    "rules": GROUND,
    "entry": CORE,
    "journal": CORE | {"board_files"},
    "view": CORE | {"entry"},
    "link": CORE | {"entry", "journal", "settings", "timing_stats", "board_operations", "net", "seating", "sentences"},
    "board_files": set(),
    "faults": set(),
    "file_space": {"interpreter"},
    "garbage": {"interpreter"},
    "key_edges": {"interpreter"},
    "sound_module": GROUND,
    "hal": GROUND | {"board_files", "faults", "file_space", "key_edges", "sound_module", "net"},
    "supply": GROUND | {"keep_alive"},
    "keys": GROUND | {"entry"},
    "findings": GROUND | {"entry"},
    "actions": CORE | {"journal"},
    "clock": GROUND,
    "keep_alive": GROUND,
    "timing_stats": GROUND,
    "net": CORE | {"settings", "entry", "journal", "seating"},
    "seating": GROUND | {"settings"},
    "board_operations": CORE | {"settings", "entry", "journal", "view"},
    "reset_report": GROUND | {"entry"},
    "runner": {"hal", "board", "board_files", "faults"},
    "board": CORE
    | {"settings", "entry", "journal", "view", "link", "timing_stats"}
    | {"actions", "clock", "keys", "findings", "supply", "net", "board_operations", "reset_report", "garbage"},
}
"""Each part of firmware, and the parts it may import besides itself. View and link read the phases entry is in, and
link what an organiser may set and what is measured; none of these knows view or link."""


class Room(NamedTuple):
    """What a package of host_tools/desk may import of the others, and its modules that others import."""

    imports: set[str]
    offers: set[str]


def room(imports: str, offers: str) -> Room:
    return Room(set(imports.split()), set(offers.split()))


DESK = {
    "store": room("", "database desk model notifications"),
    "formats": room("", "bracket event_formats movements purse_model registry"),
    "events": room(
        "store formats",
        "archive audit_log entrants event event_plan hall_copy hall_notices hall_rows halls lease location "
        "location_options public_scores roster_csv roster_reader round_rules trash",
    ),
    "scoring": room(
        "store formats events",
        "cross_check differing_cards own_results penalties ranking recompute_scores score_card_view season "
        "standings stored_lines",
    ),
    "rounds": room(
        "store formats events scoring",
        "bracket_view change_qualifiers correct correction_impact hall_places missing_results movement_input "
        "play_off reseat round_view seating tie_play_offs",
    ),
    "intake": room(
        "store events scoring rounds",
        "board_clocks board_logs decisions disputes exchanged_tables held_line_view hold_lines import_lines "
        "late_corrections line_validation manual_entry misplaced_boards parse_cards swap_players",
    ),
    "money": room(
        "store formats events scoring rounds",
        "amounts payments prizes purse_config purse_kinds special_awards",
    ),
    "review": room(
        "store formats events scoring rounds intake money",
        "decision_preview findings hall_merge left_behind open_games readiness season_nights table_history",
    ),
    "live": room(
        "store events scoring rounds intake review",
        "assignment_messages board_messages board_registry boards_on_usb broker_address broker_connection "
        "lease_watch message_checks next_matches",
    ),
    "web": room("store formats events scoring rounds intake money review live", "director_credentials serving"),
    "cli": room("store formats events scoring rounds intake money review live web", "options serve_command"),
}
"""The packages of host_tools/desk, the lowest first."""


HOST_PACKAGES = (
    *(
        "table_numbers",
        "shell_words",
        "i18n",
        "extras",
        "os_errors",
        "printable",
        "text_files",
        "csv_cells",
        "private_files",
        "network_address",
        "progress",
        "exit_on_signals",
        "garbage_collection",
        "file_limit",
        "timeouts",
    ),
    *("command_group", "style"),
    *("cards", "pio", "results", "journal", "firmware_build", "littlefs"),
    *("usb", "desk", "quickcards", "captain", "sim", "voice", "hardware", "live", "commands", "cli"),
)
"""The packages of host_tools, the lowest first: each may import those before it."""


EXTENSIBLE = {
    *("array", "binascii", "collections", "errno", "hashlib", "heapq", "io", "json", "machine", "os", "platform"),
    *("random", "re", "select", "socket", "struct", "time"),
}
"""The modules of MicroPython of which its documentation says that a file of that name comes first."""


def imported(texts: Iterable[str]) -> set[str]:
    """The modules that texts import by their full names."""
    nodes = [node for text in texts for node in import_statements(text)]
    whole = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    return whole | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}


def part(name: str) -> str:
    """The part of firmware or host_tools a module belongs to: `firmware.rules.game` is of `rules`."""
    return name.split(".")[1]


def package(name: str) -> str:
    """The package a module is in: `rp2` of `rp2.asm`."""
    return name.split(".")[0]


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def refused(paths: Iterable[Path], allowed: Callable[[Path, str], bool]) -> dict[str, list[str]]:
    """The imports of each file that are not allowed; {} where all are."""
    wrong = {named(path): [name for name in imports(path) if not allowed(path, name)] for path in paths}
    return {path: names for path, names in wrong.items() if names}


def test_firmware_imports_go_one_way():
    def allowed(path, name):
        own, used = part(dotted(path)), part(name) if name.startswith("firmware.") else ""
        return not used or used == own or used in PACKAGES[own]

    start = ROOT / "firmware" / "__init__.py"
    assert imports(start) == ()
    assert refused((path for path in modules("firmware") if path != start), allowed) == {}


def test_only_the_outermost_part_of_firmware_is_given_the_whole_board():
    """A part gets what it uses, so that `Board.__init__` shows what is made of what."""
    outermost = ("firmware.board_operations", "firmware.link.")
    taking = set()
    for path in modules("firmware"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for argument in (*node.args.args, *node.args.kwonlyargs) if isinstance(node, ast.FunctionDef) else ():
                # A board's number is a text.
                if argument.arg == "board" and not argument.annotation:
                    taking.add(dotted(path))
    assert [name for name in sorted(taking) if not name.startswith(outermost)] == []
    assert taking, "nothing is looked at"


def test_firmware_knows_nothing_of_the_desk():
    desk = ("host_tools", "virtual", "tests")
    assert refused(modules("firmware"), lambda path, name: package(name) not in desk) == {}


AT_A_PROMPT = ROOT / "host_tools" / "usb" / "proof_script.py"
"""No part of the host's program: its text is sent to a board."""


def test_only_hal_touches_a_machine():
    hal = modules("firmware/hal")
    firmware = [path for path in modules("firmware") if path not in hal]
    assert refused(firmware, lambda path, name: package(name) not in HARDWARE) == {}
    host = [path for path in modules("host_tools") if path != AT_A_PROMPT]
    assert refused(host, lambda path, name: package(name) not in HARDWARE - {"select"}) == {}


def test_desk_never_uses_hal():
    board = ROOT / "host_tools" / "commands" / "run.py"
    desk = [path for path in modules("host_tools") if path not in (board, AT_A_PROMPT)]
    assert refused(desk, lambda path, name: not name.startswith("firmware.hal")) == {}


def test_virtual_board_stands_alone_beside_firmware():
    """It is imported as `virtual` inside MicroPython, so it may name nothing else of `host_tools`."""
    own = "host_tools.sim.virtual"
    paths = modules("host_tools/sim/virtual")
    assert refused(paths, lambda path, name: not name.startswith("host_tools") or name.startswith(own)) == {}
    assert not [path for path in paths if "from host_tools" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", ["boot.py", "main.py"])
def test_start_files_use_board_and_hal_only(name):
    path = ROOT / name
    used = {part(module) for module in imports(path) if module.startswith("firmware.")} if path.exists() else set()
    assert used <= {"hal", "runner"}


def test_boot_spares_modules_of_micropython_the_search_for_files():
    text = (ROOT / "boot.py").read_text(encoding="utf-8")
    functions = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    loop = next(node for node in ast.walk(functions["keep_modules"]) if isinstance(node, ast.For))
    kept = set(ast.literal_eval(loop.iter.func.value).split())  # type: ignore[attr-defined]
    for platform in ("rp2", "esp32"):
        texts = board_modules(platform)
        files = join_modules(texts, ROOTS)
        loaded = [files.get(root.replace(".", "/") + ".py", "") for root in (*COPYING, "firmware.runner")]
        assert EXTENSIBLE & imported(loaded) <= kept <= EXTENSIBLE & imported(texts.values())


def desk_room(name: str) -> str:
    """The room of the desk that a module is in; "" for one that is in none."""
    parts = name.split(".")
    return parts[2] if name.startswith("host_tools.desk.") and (ROOT / "/".join(parts[:3])).is_dir() else ""


def test_packages_of_the_desk_import_lower_ones():
    """Each offers exactly what other packages import of it."""
    between = [
        (desk_room(own), name)
        for own, used in module_graph("host_tools").items()
        for name in used
        if desk_room(name) not in ("", desk_room(own))
    ]
    found = {
        room: Room(
            {desk_room(name) for own, name in between if own == room},
            {name.rpartition(".")[2] for _, name in between if desk_room(name) == room},
        )
        for room in DESK
    }
    assert found == DESK
    assert all(room.imports <= set(list(DESK)[:i]) for i, room in enumerate(DESK.values()))


def test_every_package_of_the_desk_is_in_the_table_and_in_its_readme():
    folders = {path.name for path in (ROOT / "host_tools" / "desk").iterdir() if path.is_dir() and path.name[0] != "_"}
    text = (ROOT / "host_tools/desk/README.md").read_text(encoding="utf-8").partition("## How it is made")[2]
    assert folders == set(DESK) == set(re.findall(r"(?m)^- `(\w+)`:", text))


def test_packages_of_host_tools_import_lower_ones():
    def allowed(path, name):
        own = part(dotted(path))
        lower = HOST_PACKAGES[: HOST_PACKAGES.index(own)] if own in HOST_PACKAGES else HOST_PACKAGES
        return not name.startswith("host_tools.") or part(name) in (own, *lower)

    assert refused(modules("host_tools"), allowed) == {}


def test_every_package_of_host_tools_is_in_the_order():
    children = (ROOT / "host_tools").iterdir()
    names = {path.stem for path in children if any(path.glob("**/*.py")) or path.suffix == ".py"}
    assert {name for name in names if name[0] != "_"} == set(HOST_PACKAGES)


@pytest.mark.parametrize("folder", ["firmware", "host_tools"])
def test_no_modules_import_one_another(folder):
    """Neither directly nor in a circle of several; imports inside functions count too."""
    try:
        TopologicalSorter(module_graph(folder)).prepare()
    except CycleError as error:
        pytest.fail(f"a circle of imports: {' <- '.join(error.args[1])}")
