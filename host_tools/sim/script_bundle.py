"""Joins the modules that every page with a board needs into one file: over a slow network each further file costs a
wait.

Modules are joined as those of the firmware are: names at their heads are unique, and they are imported as
`import { name } from "./module.js"`. A module that acts when it is loaded stays a file of its own.
"""

import re
from collections.abc import Mapping

BUNDLE = "js/common.js"
_ENTRY = "js/home-page.js"
_APART = ("home-page", "board-page", "machine", "scenario-board", "worker-prestart")
"""Modules that begin a page, or start a worker."""

_IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|let|function|class)\b)", re.MULTILINE)
_EXPORTED = re.compile(r"^export (?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)
_HEAD_NAME = re.compile(r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)
_SPECIFIER = re.compile(r'(?<=")((?:\.\./\.\./js|\.)/([\w-]+)\.js)(?=")')


def imported_scripts(files: Mapping[str, bytes], entry: str) -> list[str]:
    """Return the paths of the scripts in `js/` that `entry` imports, at once or through others, each after its own."""
    found: list[str] = []

    def visit(name: str) -> None:
        for specifier in _IMPORT.findall(files[name].decode()):
            path = f"js/{specifier.removeprefix('./')}"
            if path in files and path not in found:
                visit(path)
        if name not in found:
            found.append(name)

    visit(entry)
    return found


def with_bundle(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the page's files with BUNDLE in place of its modules; all scripts import from it what was theirs.

    Raises ValueError if two of the modules have the same name at their heads.
    """
    apart = {f"js/{name}.js" for name in _APART}
    joined = [name for name in imported_scripts(files, _ENTRY) if name not in apart]
    others = {name: content for name, content in files.items() if name not in joined}
    scripts = {name: _redirected(name, text, joined) for name, text in others.items() if name.endswith(".js")}
    return others | scripts | {BUNDLE: _join({name: files[name].decode() for name in joined})}


def _join(modules: Mapping[str, str]) -> bytes:
    heads = [name for text in modules.values() for name in set(_HEAD_NAME.findall(text))]
    if twice := sorted({name for name in heads if heads.count(name) > 1}):
        raise ValueError(f"two modules of the page have the same name at their heads: {', '.join(twice)}")
    foreign = {match[0] for text in modules.values() for match in _IMPORT.finditer(text) if match[1].startswith("../")}
    exported = [name for text in modules.values() for name in _EXPORTED.findall(text)]
    bodies = [_EXPORT.sub("", _IMPORT.sub("", text)) for text in modules.values()]
    return "\n".join([*sorted(foreign), *bodies, f"export {{ {', '.join(exported)} }};\n"]).encode()


def _redirected(name: str, script: bytes, joined: list[str]) -> bytes:
    """Return the script `name`, which imports from the bundle what the modules in it export."""

    def target(match: re.Match[str]) -> str:
        folder = match[1].rpartition("/")[0]
        # Another page's module may have the name of one of these.
        if folder == "." and not name.startswith("js/"):
            return match[1]
        return f"{folder}/{BUNDLE.removeprefix('js/')}" if f"js/{match[2]}.js" in joined else match[1]

    return _SPECIFIER.sub(target, script.decode()).encode()
