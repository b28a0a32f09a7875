"""`cribboard sim` itself: ports, headers, the static export."""

import gzip
import json
import re
import socket
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import brotli
import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, expect
from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.i18n import LANGUAGES, message
from host_tools.sim import card_picture, server
from host_tools.sim.export import ExportError, export
from host_tools.sim.micropython_package import package_dir
from host_tools.sim.micropython_process import MicroPython
from host_tools.sim.page_files import (
    BUILDERS,
    CARD,
    INDEX,
    LEFT_OUT,
    board_json,
    builders_html,
    files,
    index_html,
    more_json,
    strip_comments,
)
from host_tools.sim.python_bundle import bundle
from host_tools.sim.server import DEFAULT_PORT
from host_tools.sim.share import web_app
from tests.page.board_page import SHEET, Table
from tests.page.conftest import CRIBBOARD
from tests.page.exported_site import ExportedSite
from tests.patience import PATIENCE_S


def sim(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*CRIBBOARD, "sim", *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE_S)


def test_a_port_that_is_taken_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = sim("--port", str(port), "--no-open")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert f"Port {port} cannot be used" in done.stderr
    assert "choose another" in done.stderr


def test_it_listens_on_this_machine_only_and_answers_no_other_name(address: str) -> None:
    port = int(address.rstrip("/").rpartition(":")[2])
    assert port >= DEFAULT_PORT or port > 1024
    foreign = urllib.request.Request(address, headers={"host": "example.org"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(foreign)
    assert refused.value.code == 400
    with pytest.raises(OSError), socket.create_connection((own_address(), port), timeout=2):
        pass


def own_address() -> str:
    """This machine as others see it; loopback's second address where it is on no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return probe.getsockname()[0]
        except OSError:
            return "127.0.0.2"


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [("gzip, deflate, br", "br"), ("br;q=0, gzip", "gzip"), ("gzip", "gzip"), ("gzip;q=0", None), ("identity", None)],
)
def test_files_are_compressed_only_as_the_browser_accepts(address: str, accepted: str, sent: str | None) -> None:
    asked = urllib.request.Request(f"{address}messages/en.js", headers={"accept-encoding": accepted})
    with urllib.request.urlopen(asked) as answer:
        assert answer.headers["content-encoding"] == sent


def test_answers_carry_the_security_headers(address: str) -> None:
    with urllib.request.urlopen(address) as answer:
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert b"Content-Security-Policy" in answer.read()


def test_an_export_replaces_an_earlier_one_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = {"index.html": b"page", "js/main.js": b"new", "js/gone.js": b"of an earlier version"}
    monkeypatch.setattr("host_tools.sim.export.files", lambda *_: contents)
    folder = tmp_path / "site"
    export(folder, tmp_path)
    (folder / "js" / "main.js").write_text("old")
    (folder / "CNAME").write_text("club.example")
    del contents["js/gone.js"]
    for _ in range(2):
        export(folder, tmp_path)
        assert (folder / "js" / "main.js").read_text() == "new"
        assert not (folder / "js" / "gone.js").exists()
        assert (folder / "CNAME").read_text() == "club.example"


@pytest.mark.parametrize(
    "name", ["../thesis.txt", "{root}/thesis.txt", "link/thesis.txt", "js/../../thesis.txt", "a\0b"]
)
def test_an_exports_list_reaches_nothing_outside_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("old")
    (folder / "link").symlink_to(tmp_path)
    (folder / ".cribboard-page").write_text(f"index.html\n{name.format(root=tmp_path)}")
    with pytest.raises(ExportError, match="which no export has written"):
        export(folder, tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "years of work"
    assert (folder / "index.html").read_text() == "old"


def test_an_export_has_compressed_files_beside_those_that_it_makes_smaller(tmp_path: Path) -> None:
    export(tmp_path, package_dir())
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    for name in ("index.html", "board.json", "micropython/micropython.wasm", "captain/python.json"):
        plain = (tmp_path / name).read_bytes()
        assert gzip.decompress((tmp_path / f"{name}.gz").read_bytes()) == plain
        assert brotli.decompress((tmp_path / f"{name}.br").read_bytes()) == plain
    packed = {name for name in names if name.endswith((".gz", ".br"))}
    assert all((tmp_path / name).stat().st_size < (tmp_path / name[:-3]).stat().st_size for name in packed)
    assert not {name for name in packed if name.endswith((".png.gz", ".pdf.br"))}
    assert json.loads((tmp_path / "captain" / "new-boards.json").read_text()) == []
    export(tmp_path, package_dir())
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()} == names


def test_an_export_refuses_a_folder_with_other_things(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    done = sim("--export", tmp_path)
    assert done.returncode == 1
    assert "holds other things" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


PUBLIC = "https://club.example/board"
SHARE = """async (game) => {
  const { shareGame } = await import(new URL("js/share-game.js", location.href));
  await shareGame(game, { winner: "A", end: "played", scores: { A: 121, B: 36 }, points: { A: 3, B: 0 }, level: 2 });
}"""
MOST_BY_COLOURS = 3
"""Mean difference of a picture, of 255, when it is kept in 256 colours."""
GAME = {"preset": "acc", "teams": "AB", "target": 121, "lines": [], "sign_off": True, "moves": [[0, 5, 0]]}


def test_a_page_gives_to_others_the_address_that_it_was_exported_for(browser: Browser, tmp_path: Path) -> None:
    """In its links to games, as a link to itself, and as a QR code."""
    with ExportedSite(tmp_path, PUBLIC) as site, browser.new_context() as context:
        table = Table(context.new_page(), site.address)
        table.open()
        table.page.evaluate(SHARE, GAME)
        assert table.page.locator("#share-link").input_value().startswith(f"{PUBLIC}/#g3.")
        table.page.locator("#share-close").click()
        with table.drawer() as page:
            own = page.locator("#address")
            expect(own.get_by_role("link")).to_have_attribute("href", f"{PUBLIC}/")
            assert own.get_by_role("img").evaluate("(code) => code.naturalWidth") > 100
        assert table.complaints == []


class _Tags(HTMLParser):
    """`meta`: the content of a page's meta tags, by property or name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "meta" and (name := given.get("property") or given.get("name")):
            self.meta[name] = given.get("content") or ""


def test_a_link_to_a_hosted_page_is_shown_as_a_card() -> None:
    """Of Open Graph, and Twitter's: with a picture under the page's own address, there and as large as told."""
    data = files(package_dir(), public_url=f"{PUBLIC}/")
    meta = _Tags(data["index.html"].decode()).meta
    assert meta["og:title"] == message("page.title")
    assert meta["og:description"] == " – ".join(message("page.card", language) for language in LANGUAGES)
    assert meta["og:url"] == f"{PUBLIC}/"
    assert meta["twitter:card"] == "summary_large_image"
    name = meta["og:image"].removeprefix(f"{PUBLIC}/")
    with Image.open(BytesIO(data[name])) as picture:
        assert picture.size == (int(meta["og:image:width"]), int(meta["og:image:height"]))
    assert name not in data["sw.js"].decode(), "no visitor needs it offline"


def test_a_page_without_an_address_names_no_picture_of_it() -> None:
    data = files(package_dir())
    meta = _Tags(data["index.html"].decode()).meta
    assert meta["og:title"] == message("page.title")
    assert "og:image" not in meta
    assert "card.png" not in data


def test_the_cards_picture_is_as_it_is_drawn() -> None:
    with Image.open(CARD) as kept:
        difference = ImageStat.Stat(ImageChops.difference(kept.convert("RGB"), card_picture.draw()))
    assert max(difference.mean) < MOST_BY_COLOURS


@pytest.mark.parametrize("how", [(), ("--share",)])
def test_a_second_page_says_that_it_is_another_board(monkeypatch: pytest.MonkeyPatch, how: tuple[str, ...]) -> None:
    monkeypatch.setattr(server, "serve", lambda app, listening: None)
    with socket.create_server((web_app.HOST, 0)) as first:
        monkeypatch.setattr(server, "DEFAULT_PORT", first.getsockname()[1])
        said = message("sim.other_port", port=server.DEFAULT_PORT)
        assert said in CliRunner().invoke(app, ["sim", "--no-open", *how]).output
    assert said not in CliRunner().invoke(app, ["sim", "--no-open", *how]).output


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where the command shares the page. A thread serves it: a process of its own takes five seconds to begin."""
    served = []
    monkeypatch.setattr(server, "serve", lambda app, listening: served.append((app, listening.dup())))
    done = CliRunner().invoke(app, ["sim", "--no-open", "--public-url", PUBLIC, "--share"])
    [(site, listening)] = served
    running = server.new_server(site)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
    thread.start()
    yield re.findall(r"http://\S+", done.output)[0]
    running.should_exit = True
    thread.join()


def test_a_served_page_shares_games_under_its_public_address(browser: Browser, announced: str) -> None:
    """Not under the address of this machine; nor does the link hold the code of a shared table."""
    with browser.new_context() as context:
        table = Table(context.new_page(), announced)
        table.open()
        table.page.evaluate(SHEET)
        table.page.evaluate(SHARE, GAME)
        [[_, url, files]] = table.page.evaluate("window.sent")
        assert re.fullmatch(re.escape(PUBLIC) + r"/#g3\.acc\.2\.1\.[\w-]+\.[\w-]+", url)
        assert [name for name, _ in files] == ["cribbage-game.png"]


def test_no_picture_of_the_page_is_computed_dot_by_dot() -> None:
    """By a filter, as of noise: with a phone's nine dots to a pixel that takes longer than all else at the start."""
    pictures = {name: text for name, text in files(package_dir()).items() if name.endswith((".svg", ".css", ".html"))}
    assert pictures
    assert [name for name, text in pictures.items() if b"<filter" in text or b"<fe" in text] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "club.example",
        "ftp://club.example/",
        "https:///board",
        "https://club.example/?q",
        "http://a b/",
        "http://x:y/",
    ],
)
def test_an_address_that_is_none_is_refused_before_anything_is_written(tmp_path: Path, text: str) -> None:
    with pytest.raises(ExportError, match="name it as https://"):
        export(tmp_path, tmp_path, public_url=text)
    assert list(tmp_path.iterdir()) == []


def test_scripts_are_served_without_comments_every_line_where_it_was() -> None:
    """What a browser's console names is found in the source."""
    script = b'// why\nconst a = "http://x"; // stays\n\n/** Two\n * lines. */\nexport const b = a;\n  // within\n'
    assert strip_comments(script) == b'\nconst a = "http://x"; // stays\n\n\n\nexport const b = a;\n\n'


def test_what_the_page_leaves_out_is_there_to_be_left_out() -> None:
    """A module that is renamed would come back into the page unseen."""
    assert [name for name in LEFT_OUT if name not in bundle()] == []


def test_the_board_at_home_and_the_page_for_builders_lead_to_each_other_and_not_to_themselves() -> None:
    ways = {INDEX: re.findall(r'<a class="button" href="([^"]+)"', index_html())}
    ways |= {BUILDERS: re.findall(r'<a class="button" href="([^"]+)"', builders_html())}
    assert ways == {INDEX: [BUILDERS], BUILDERS: ["captain/", "./"]}


def test_a_boards_page_preloads_what_it_imports_and_no_worker() -> None:
    """A script that is renamed would be fetched late, or in vain, unseen."""
    data = files(package_dir())
    preloaded = set(re.findall(r'modulepreload" href="([^"]+)"', data["index.html"].decode()))
    imported, todo = set(), ["js/main.js", "js/home-page.js"]
    while todo:
        name = todo.pop()
        imported.add(name)
        names = re.findall(r'^(?:import|export) .*"\./([^"]+)";$', data[name].decode(), re.MULTILINE)
        todo += {f"js/{path}" for path in names} - imported
    assert imported <= preloaded <= set(data)
    assert not preloaded & {"js/worker.js", "js/python-worker.js", "js/wasm-table-cache.js", "js/guest-page.js"}


def test_the_page_is_sent_all_that_its_board_imports(micropython: MicroPython) -> None:
    micropython.restart(json.loads(board_json()))
    micropython.run("import virtual.page_board, firmware.link.write_handlers, firmware.net.network_settings")
    micropython.restart(json.loads(board_json()) | json.loads(more_json()))
    micropython.run("import virtual.hand_over, virtual.scenario_player, virtual.sound_port")
    micropython.run("import firmware.view.display.displays, firmware.view.voice.announcements")
