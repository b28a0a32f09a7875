"""Ask axe which rules of WCAG 2.2 AA, and of what it calls best practice, a page breaks."""

import json

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Of what passes axe would describe each element too, which takes as long as the checks.
_OPTIONS = json.dumps({"runOnly": _RULES, "resultTypes": ["violations"]})
_RUN = f"(where) => axe.run({{ include: [where] }}, {_OPTIONS}).then(({{ violations }}) => violations)"


def violations(page: Page, where: str = "html") -> list[str]:
    """What is wrong in the part of the page that a selector names, element by element."""
    if page.evaluate("!window.axe"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(_RUN, where)
    return [f"{rule['id']}: {node['html']} {node['any'][:1]}" for rule in found for node in rule["nodes"]]
