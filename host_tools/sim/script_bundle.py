"""Joins the page's modules into few files: over a slow network each further one costs a wait.

What every page with a board needs becomes BUNDLE, what its first moments need ENTRY; what begins a page or a worker
takes in what only that needs at once.
Modules are joined as those of the firmware are: names at their heads are unique, and they are imported as
`import { name } from "./module.js"`.
"""

import re
from collections.abc import Mapping

ENTRY = "js/main.js"
BUNDLE = "js/common.js"
HOME = "js/home-page.js"
_BOARD = ("js/board-page.js", "js/machine.js", "js/scenario-board.js")
_FIRST = tuple(f"js/{name}.js" for name in "language settings-storage site-url start-failure worker-prestart".split())
"""Modules that ENTRY takes in, from which others import them: worker and messages wait for no other file."""
_APART = (HOME, *_BOARD, *_FIRST)
_TAKEN_IN = {
    HOME: _BOARD,
    "js/builders-page.js": _BOARD,
    "js/worker.js": ("js/key-edge-queue.js", "js/micropython-fs.js", "js/web-assembly.js"),
}
"""Scripts that begin a page or a worker, and the modules that each takes in."""

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|let|function|class)\b)", re.MULTILINE)
_EXPORTED = re.compile(r"^export (?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)
_HEAD_NAME = re.compile(r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)
_SPECIFIER = re.compile(r'(?<=")((?:\.\./\.\./js|\.)/([\w-]+)\.js)(?=")')


def imported_scripts(files: Mapping[str, bytes], entry: str) -> list[str]:
    """Return the paths of the scripts in `js/` that `entry` imports, at once or through others, each after its own."""
    found: list[str] = []

    def visit(name: str) -> None:
        for _, specifier in _IMPORT.findall(files[name].decode()):
            path = f"js/{specifier.removeprefix('./')}"
            if path in files and path not in found:
                visit(path)
        if name not in found:
            found.append(name)

    visit(entry)
    return found


def with_bundle(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the page's files with BUNDLE and ENTRY in place of their modules, from which all scripts import.

    What is taken in by others stays a file if any script still imports it. Raises ValueError if two modules that are
    joined have the same name at their heads.
    """
    joined = [name for name in imported_scripts(files, HOME) if name not in _APART]
    places = dict.fromkeys(joined, BUNDLE) | dict.fromkeys(_FIRST, ENTRY)
    others = {name: content for name, content in files.items() if name not in places}
    others |= {
        place: _join({name: files[name].decode() for name in names})
        for place, names in ((BUNDLE, joined), (ENTRY, imported_scripts(files, ENTRY)))
    }
    others |= {name: _redirected(name, text, places) for name, text in others.items() if name.endswith(".js")}
    for entry, taken in _TAKEN_IN.items():
        names = [name for name in imported_scripts(others, entry) if name in (entry, *taken)]
        others[entry] = _join({name: others[name].decode() for name in names})
    taken_in = {name for taken in _TAKEN_IN.values() for name in taken}
    scripts = {name: content for name, content in others.items() if name.endswith(".js") and name not in taken_in}
    wanted = {f"js/{match[2]}.js" for text in scripts.values() for match in _SPECIFIER.finditer(text.decode())}
    return {name: content for name, content in others.items() if name not in taken_in - wanted}


def _join(modules: Mapping[str, str]) -> bytes:
    heads = [name for text in modules.values() for name in set(_HEAD_NAME.findall(text))]
    if twice := sorted({name for name in heads if heads.count(name) > 1}):
        raise ValueError(f"two modules of the page have the same name at their heads: {', '.join(twice)}")
    names = {f"./{name.removeprefix('js/')}" for name in modules}
    imports = [match for text in modules.values() for match in _IMPORT.finditer(text) if match[2] not in names]
    foreign: dict[str, set[str]] = {specifier: set() for _, specifier in sorted(match.groups() for match in imports)}
    for imported, specifier in (match.groups() for match in imports):
        foreign[specifier] |= {name.strip() for name in imported.split(",") if name.strip()}
    lines = [f'import {{ {", ".join(sorted(found))} }} from "{specifier}";' for specifier, found in foreign.items()]
    exported = [name for text in modules.values() for name in _EXPORTED.findall(text)]
    bodies = [_EXPORT.sub("", _IMPORT.sub("", text)) for text in modules.values()]
    return "\n".join([*lines, *bodies, f"export {{ {', '.join(exported)} }};\n"]).encode()


def _redirected(name: str, script: bytes, places: Mapping[str, str]) -> bytes:
    """Return the script `name`, which imports what a module exports from the file that has taken it in, by `places`."""

    def target(match: re.Match[str]) -> str:
        folder = match[1].rpartition("/")[0]
        # Another page's module may have the name of one of these.
        if folder == "." and not name.startswith("js/"):
            return match[1]
        place = places.get(f"js/{match[2]}.js")
        return f"{folder}/{place.removeprefix('js/')}" if place else match[1]

    return _SPECIFIER.sub(target, script.decode()).encode()
