"""How Sphinx builds the site from the folders' Markdown. `sphinx-build -c .github/site -W . build/site` builds it.

The repository is the source folder, so links between its files are those that its host follows.
"""

import json
import os
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util import logging
from sphinx.util.osutil import relative_uri

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from firmware.config import FIRMWARE_VERSION  # noqa: E402
from host_tools.usb.board_schema import document  # noqa: E402

project = "Cribbage board"
author = "the cribbage board contributors"
copyright = author
release = FIRMWARE_VERSION
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = ".github/site/index"
include_patterns = ["README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md", ".github/site/**.md",
                    "firmware/**.md", "hardware/**.md", "host_tools/**.md", "tests/**.md"]  # fmt: skip
exclude_patterns = [".venv*", ".git", ".stubs", ".mypy_cache", "**/node_modules", "build", "dist"]

myst_enable_extensions = ["html_image"]
myst_heading_anchors = 6
suppress_warnings = ["myst.header"]

# Docstrings are prose with `names` in it.
default_role = "code"
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
add_module_names = False

html_theme = "furo"
html_title = "Cribbage board"
html_static_path: list[str] = []
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"

THE_BOARD = "../index.html"
"""The board's page: a release publishes the site as its folder `docs/`."""
SOURCE = os.environ.get("SOURCE_URL", "")
"""Where a release can be read, `https://HOST/OWNER/NAME/tree/TAG`: links to folders lead there, or nowhere."""


def page_name(document: str) -> str:
    """Return where a document stands on the site. Hosts of pages leave out folders whose names begin with a dot."""
    name = document.removeprefix(".github/").removeprefix("site/")
    return name.removesuffix("README") + "index" if name.endswith("/README") else name


class SiteBuilder(StandaloneHTMLBuilder):
    """Writes documents under their page's name."""

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return super().get_target_uri(page_name(docname), typ)

    def get_output_path(self, page_name_or_document: str, /) -> Path:
        return super().get_output_path(page_name(page_name_or_document))

    def dump_search_index(self) -> None:
        freeze = self.indexer.freeze

        def freeze_pages() -> dict[str, object]:
            index = freeze()
            return index | {"docnames": [page_name(name) for name in index["docnames"]]}

        self.indexer.freeze = freeze_pages
        super().dump_search_index()


class Page(HTMLParser):
    """The anchors and links of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = {""}
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" and values.get("rel") != "canonical":
            self.loaded.append(values["href"])
        elif "src" in values:
            self.loaded.append(values["src"])


def faults_of_links(site: Path) -> list[str]:
    """Return what is wrong with links of a site's pages: where they lead nowhere, or load something from outside."""
    pages = {path.resolve(): Page(path) for path in site.rglob("*.html")}
    faults = []
    for path, page in pages.items():
        for link in page.links + page.loaded:
            parts = urlsplit(link)
            fault = ""
            if parts.scheme or parts.netloc:
                fault = "is loaded from outside" if link in page.loaded and parts.scheme != "data" else ""
            elif parts.path.startswith("/"):
                fault = "begins at the root: below a path it leads nowhere"
            elif (path.parent / parts.path).resolve() != (site / THE_BOARD).resolve():
                target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
                target = target / "index.html" if target.is_dir() else target
                if not target.exists():
                    fault = "leads to no file"
                elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
                    fault = "leads to no heading"
            if fault:
                faults.append(f"{path.relative_to(site.resolve())}: {link} {fault}")
    return faults


def link_folders(app: Sphinx, tree: nodes.document) -> None:
    """Resolve links to folders, and to pages of the repository's host, which the site does not have."""
    for link in list(tree.findall(pending_xref)):
        target = (ROOT / app.env.docname).parent / link["reftarget"].partition("#")[0]
        if link["reftype"] != "myst" or not link["reftarget"]:
            continue
        url = ""
        if link["reftarget"].endswith("/deployments/github-pages"):
            url = relative_uri(page_name(app.env.docname), THE_BOARD)
        elif link["reftarget"].endswith("../releases"):
            url = SOURCE and SOURCE.partition("/tree/")[0] + "/releases"
        elif (target / "README.md").exists():
            document = (target / "README").resolve().relative_to(ROOT).as_posix()
            url = relative_uri(page_name(app.env.docname), page_name(document) + ".html")
        elif target.is_dir():
            url = SOURCE and f"{SOURCE}/{target.resolve().relative_to(ROOT).as_posix()}"
        else:
            continue
        link.replace_self(nodes.reference("", "", *link.children, refuri=url) if url else link.children)


def quote_names(app: Sphinx, what: str, name: str, member: object, options: object, lines: list[str]) -> None:
    """Quote names that end in an underscore, such as EVENT_: to Sphinx they are links."""
    lines[:] = [re.sub(r"(?<![`\w])\w+_(?!\w)", r"``\g<0>``", line) for line in lines]


class Schema(Directive):
    """The JSON Schema of what programs read."""

    def run(self) -> list[nodes.Node]:
        text = json.dumps(document(), indent=2)
        return [nodes.literal_block(text, text, language="json")]


def check_links(app: Sphinx, exception: Exception | None) -> None:
    if exception is None:
        for fault in faults_of_links(Path(app.outdir)):
            logging.getLogger(__name__).warning(fault)


def setup(app: Sphinx) -> None:
    app.add_builder(SiteBuilder, override=True)
    app.add_directive("schema", Schema)
    app.connect("autodoc-process-docstring", quote_names)
    app.connect("doctree-read", link_folders)
    app.connect("build-finished", check_links)
