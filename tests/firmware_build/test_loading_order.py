"""What a board loads after its first frame loads nothing else.

Within an import a Pico's stack is too deep to hear keys while another loads (`hal/module_files.py`).
"""

from host_tools.firmware_build.module_joiner import board_sources, imports

FIRST = {"firmware.runner", "firmware.hal", "firmware.hal.rp2", "firmware.board"}
LOADED_LATER = (
    "firmware.rules.decisions",
    "firmware.sentences",
    "firmware.entry.judge_menu",
    "firmware.link.dispatch",
)
"""In this order (`tests/board/test_loading.py`)."""


def test_each_file_imports_only_what_is_loaded_by_then():
    files = board_sources("rp2", native=True)
    paths = {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in files}
    loaded = set(FIRST)
    for name in LOADED_LATER:
        at_head = {imported for node, imported in imports(paths[name], files[paths[name]]) if not node.col_offset}
        assert at_head & set(paths) <= loaded, name
        loaded.add(name)
