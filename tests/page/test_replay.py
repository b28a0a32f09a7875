"""A game that was played can be kept: a link that plays it again, a graph, a picture, a file."""

import json
import random
import subprocess
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence
from playwright.sync_api import Page, expect

from host_tools.cards.game import CardGame
from host_tools.cards.scenario_writer import scenario
from host_tools.cards.spoken_count import SpokenCount
from host_tools.i18n import catalogue, message
from host_tools.sim.micropython_process import node_path
from host_tools.sim.scenario_runtimes import CPythonRuntime
from host_tools.sim.virtual.board import VirtualBoard
from tests.page.board_page import SHEET, Table

GAMES = 6
LAP, FILMED = 20, (26, 82, 774, 388)
"""Of the film: its last pictures but one, and the board in each (dots)."""
LONGEST = 1500
HEADING, BOARD = (60, 60, 1940, 270), (110, 306, 1890, 950)
"""Of the picture: left, top, right, bottom (dots)."""
NAME = """async (names) => (await import(new URL("js/common.js", location.href))).useNames(names)"""
FACTS = {"target": 121, "lines": [90, 60, 0], "sign_off": True}
KEEPER = """
import { createInterface } from "node:readline";
import "./browser.js";
const { MoveRecorder } = await import("./js/move-recorder.js");
const { packGame, unpackGame } = await import("./js/game-url-codec.js");
const { gameFigures } = await import("./js/graph.js");
for await (const line of createInterface({ input: process.stdin })) {
  const { states, links, names } = JSON.parse(line);
  const moveRecorder = new MoveRecorder("game");
  states?.forEach((state) => moveRecorder.update(state));
  const link = states && packGame(moveRecorder.game, names);
  const told = () => ({ link, ...unpackGame(link), figures: gameFigures(moveRecorder.game) });
  console.log(JSON.stringify(links?.map(unpackGame) ?? told()));
}
"""


@pytest.fixture(scope="module")
def keeper(page_modules: Path) -> Path:
    """A script that keeps games with the page's own modules."""
    (page_modules / "keep.js").write_text(KEEPER)
    return page_modules / "keep.js"


def kept(keeper: Path, asked: list[dict]) -> list:
    lines = "".join(f"{json.dumps(request)}\n" for request in asked)
    done = subprocess.run([node_path(), keeper], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def played(text: str) -> list[dict]:
    """The board's states of a scenario, to its end."""
    done = CPythonRuntime().play(text)
    assert done.error is None
    return [{**step["state"], "facts": FACTS} for step in done.trace]


def standing(state: dict) -> tuple:
    tracks = {team: (track["front"], track["back"]) for team, track in state["tracks"].items()}
    return state["winner"], state["phase"], tracks, state["points"], state["won"], state["spread"]


@pytest.fixture(scope="module")
def games(keeper: Path) -> list[tuple[list[dict], dict]]:
    """Whole games with cards, played on a board: its states, and what the page keeps of them."""
    speech = SpokenCount(catalogue("en"))
    texts = [scenario(CardGame(seed, players=2 + seed % 3), speech) for seed in range(GAMES)]
    states = [played(text) for text in texts]
    return list(zip(states, kept(keeper, [{"states": state} for state in states]), strict=True))


@pytest.mark.deep
def test_a_link_plays_a_whole_game_with_cards_again(games: list) -> None:
    for states, answer in games:
        assert len(answer["link"]) <= LONGEST
        assert answer["link"].isascii()
        assert standing(played(answer["scenario"])[-1]) == standing(states[-1])
        assert states[-1]["winner"]


@pytest.mark.deep
def test_a_link_that_was_cut_or_mistyped_is_no_game(keeper: Path, games: list) -> None:
    dice = random.Random(1)
    links = [answer["link"] for _, answer in games]
    damaged = [link[: dice.randrange(len(link))] for link in links]
    for link in links:
        index = dice.randrange(len(link) - 1)
        other = dice.choice("abcdefgh0123456789._-")
        damaged += [link[:index] + other + link[index + 1 :]] if other != link[index] else []
        damaged += [link[:index] + link[index + 1 :], link + "A", link[:index] + " " + link[index:]]
    damaged += [
        "",
        "g2",
        "g3.acc.2.1.AAAA",
        "g4.acc.2.1.QQpC.AAAA",
        "g2.acc.2.1.",
        "g2.acc.9.1.AAAA",
        "g2.<b>.2.1.AAAA",
        "%00",
        "g1.acc.2.1.!",
    ]
    assert {game for (game,) in [kept(keeper, [{"links": damaged}])] for game in game} == {None}


def test_links_of_before_are_read(keeper: Path) -> None:
    [linked] = kept(keeper, [{"links": ["g1.acc.2.0.Bw", "g2.acc.2.0.B7W_"]}])
    for game in linked:
        assert played(game["scenario"])[-1]["tracks"]["A"]["front"] == 7
        assert game["names"] == {}


@pytest.mark.parametrize("names", [["Anna", "Bruno"], ["Zoé 👵", ""], ["A.B#C", "# x"], ["é" * 12, "👵" * 6]])
def test_names_travel_in_a_link(keeper: Path, names: list[str]) -> None:
    [kept_game] = kept(keeper, [{"states": played("preset acc\nteams 2\nA+5 A+2 OK"), "names": names}])
    assert kept_game["names"] == dict(zip("AB", names, strict=True))
    assert kept_game["link"].isascii()
    assert played(kept_game["scenario"])[-1]["tracks"]["A"]["front"] == 7


def test_a_name_begins_no_line_of_the_scenario(keeper: Path) -> None:
    names = ["a\nB+5 OK", "b\u2028B+5 OK"]
    [kept_game] = kept(keeper, [{"states": played("preset acc\nteams 2\nA+5 OK"), "names": names}])
    assert kept_game["names"] == {"A": "a B+5 OK", "B": "b B+5 OK"}
    assert played(kept_game["scenario"])[-1]["tracks"]["B"]["front"] == 0


@pytest.mark.deep
def test_what_is_told_of_a_game_is_so(games: list) -> None:
    """Most pegged at once, the average, how often the lead changed: from the board's states."""
    for states, answer in games:
        teams = sorted(states[-1]["tracks"])
        after_setup = [state["tracks"] for state in states if len(state["tracks"]) == len(teams)]
        fronts = [[tracks[team]["front"] for tracks in after_setup] for team in teams]
        for of_team, figures in zip(fronts, answer["figures"]["pegs"], strict=True):
            pegs = [after - before for before, after in pairwise([0, *of_team]) if after > before]
            assert figures["best"] == max(pegs)
            assert figures["average"] == pytest.approx(sum(pegs) / len(pegs))
        leaders = [[team for team, front in enumerate(now) if front == max(now)] for now in zip(*fronts, strict=True)]
        alone = [leading[0] for leading in leaders if len(leading) == 1]
        assert answer["figures"]["leads"] == sum(before != after for before, after in pairwise(alone))


MOVES = [("B", 12), ("B", 24), *[("A", 24)] * 5]


@pytest.fixture
def over(visit: Callable[..., Table], bench: Callable[..., VirtualBoard]) -> Table:
    """A game that A won, its end on the screen."""
    table = visit((390, 844))
    table.take(bench(preset="acc"), MOVES)
    for name in ("A+1", "OK"):
        table.type(name)
    table.agree("B")
    expect(table.page.locator("#ending")).to_contain_text("A double-skunked B.")
    return table


@pytest.mark.deep
def test_a_finished_game_is_sent_saved_and_shared(over: Table) -> None:
    """As a picture of its board, as a film, as a link and as a file."""
    a_finished_game_is_sent_and_saved_as_a_picture_of_its_board_and_as_a_film(over)
    over.page.evaluate(NAME, {"A": "", "B": ""})
    over.page.locator("#share-link").evaluate("(link) => (link.value = '')")
    a_finished_game_is_shared_as_link_and_file(over)


def a_finished_game_is_shared_as_link_and_file(over: Table) -> None:
    """The graph shows both scores and the skunk lines; the link opens as the same game, a damaged one does not."""
    page = over.page
    page.evaluate(NAME, {"B": "Bruno"})
    drawn = page.locator("#ending-graph text").all_text_contents()
    assert {"0", "60", "90", "121", "A 121", "B 36"} <= set(drawn)
    assert page.locator("#ending-graph svg").get_attribute("aria-label") == "A 121, B 36"
    page.get_by_role("button", name="Share …").click()
    expect(page.locator("#share-link")).not_to_have_value("")
    link = page.locator("#share-link").input_value()
    assert len(link) <= LONGEST
    page.locator("#share-close").click()
    text = saved(over, "File of its moves", "cribbage-game.txt").read_text(encoding="utf-8")
    assert played(text)[-1]["tracks"]["B"]["front"] == 36
    page.goto(link)
    over.says("A double-skunked Bruno.")
    expect(over.seat("B").locator(".seat-name")).to_have_text("Bruno")
    page.locator("#watch-stop").click()
    expect(over.seat("B").locator(".seat-name")).to_have_text("B")
    follow(over, "g2.acc.2.1.Bwc")
    told = page.get_by_role("status").filter(has_text="This link holds no whole game")
    expect(told).to_be_visible()
    assert "#" not in page.url
    told.get_by_role("button", name="Close").click()
    expect(told).to_be_hidden()
    expect(page.locator("#ending")).to_contain_text("A double-skunked B.")


def a_finished_game_is_sent_and_saved_as_a_picture_of_its_board_and_as_a_film(over: Table) -> None:
    page = over.page
    is_sent_by_the_systems_sheet(page)
    page.locator("#share-close").click()
    shows_pegs_and_names(over)
    lasts_ten_seconds(saved(over, "Film", "cribbage-game.gif"))


def is_sent_by_the_systems_sheet(page: Page) -> None:
    """With its picture, without a link that opens on this computer only. Where nothing can be sent the dialog is."""
    page.evaluate(SHEET)
    page.get_by_role("button", name="Share …").click()
    page.wait_for_function("() => window.sent.length")
    [[text, url, files]] = page.evaluate("window.sent")
    assert text == "A double-skunked B."
    assert url is None
    assert files == [["cribbage-game.png", "image/png"]]
    expect(page.locator("#share")).to_be_hidden()
    page.evaluate("navigator.canShare = () => false")
    page.get_by_role("button", name="Share …").click()
    expect(page.locator("#share")).to_be_visible()


def shows_pegs_and_names(over: Table) -> None:
    """Its pegs stand in their holes: A's in the game hole at the left, B's in hole 36."""
    picture = saved_picture(over)
    assert picture.size == (2000, 1414)
    pegs = {team: peg_of(picture, color) for team, color in {"A": (230, 159, 0), "B": (86, 180, 233)}.items()}
    assert pegs["A"][0] < 300 < 1400 < pegs["B"][0]
    assert pegs["B"][1] < pegs["A"][1]
    over.page.evaluate(NAME, {"A": "Anna", "B": "Bruno"})
    named = saved_picture(over)
    assert ImageChops.difference(named.crop(HEADING), picture.crop(HEADING)).getbbox()
    assert not ImageChops.difference(named.crop(BOARD), picture.crop(BOARD)).getbbox()


def saved(table: Table, what: str, name: str) -> Path:
    """The file that the page has made of the game."""
    table.page.get_by_role("button", name="Save …").click()
    with table.page.expect_download() as download:
        table.page.locator("#save").get_by_role("button", name=what).click()
    assert download.value.suggested_filename == name
    expect(table.page.locator("#save-answer")).to_have_text(f"Saved as {name}.")
    table.page.locator("#save-close").click()
    return download.value.path()


def saved_picture(table: Table) -> Image.Image:
    with Image.open(saved(table, "Picture", "cribbage-game.png")) as picture:
        assert picture.format == "PNG"
        return picture.convert("RGB")


def lasts_ten_seconds(film: Path) -> None:
    """The pegs of both leave the start and arrive; light runs around A's track before the last picture."""
    pictures, times = film_pictures(film.read_bytes())
    assert pictures[0].size == (800, 450)
    assert 9_000 <= sum(times) <= 11_500
    assert len(pictures) == 1 + 2 * len([*MOVES, "out"]) + 1 + LAP + 1
    ends = [lit_at_the_end(picture) for picture in pictures]
    assert not any(ends[0].values())
    assert ends[-1] == {"A": True, "B": False}
    lap = pictures[-1 - LAP : -1]
    assert len({picture.crop(FILMED).tobytes() for picture in lap}) == LAP
    skunk = pictures[-2 - LAP]
    assert skunk.getpixel((60, 235)) == pytest.approx((17, 17, 17), abs=12)


def film_pictures(gif: bytes) -> tuple[list[Image.Image], list[int]]:
    """A film's pictures, and for how many ms each is shown."""
    with Image.open(BytesIO(gif)) as film:
        assert film.format == "GIF"
        frames = [(frame.convert("RGB"), frame.info["duration"]) for frame in ImageSequence.Iterator(film)]
    return [picture for picture, _ in frames], [ms for _, ms in frames]


def lit_at_the_end(picture: Image.Image) -> dict[str, bool]:
    """Whether each team's peg stands in the game hole: of a film of two teams."""
    return {team: max(picture.getpixel((74, y))) > 150 for team, y in {"A": 343, "B": 370}.items()}


def peg_of(picture: Image.Image, color: tuple[int, int, int]) -> tuple[int, int]:
    """The middle of the team's front peg: of all dots of that very colour on the board."""
    board = picture.crop(BOARD)
    raw = board.tobytes()
    dots = [divmod(at // 3, board.width) for at in range(0, len(raw), 3) if raw[at : at + 3] == bytes(color)]
    assert dots
    x, y = (sorted(at)[len(dots) // 2] for at in ([x for _, x in dots], [y for y, _ in dots]))
    return BOARD[0] + x, BOARD[1] + y


LINK = """async (game) => {
  const { packGame } = await import(new URL("js/common.js", location.href));
  return packGame(game, ["Ann", "Bo"]);
}"""
SPEED = """(value) => document.querySelector(`#speed [value="${value}"]`).click()"""
STATIONS = """() => {
  window.stations = new Set();
  new MutationObserver(() => window.stations.add(document.querySelector(".team-A .seat-front")?.textContent))
    .observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""From now on `window.stations` has what A's front peg was shown at."""
RACED = {"preset": "casual", "teams": "AB", "sign_off": False, "moves": [[0, n, n - 11] for n in range(11, 122, 11)]}


@pytest.fixture
def raced(table: Table) -> Table:
    """A link to a game in which A pegs eleven times eleven, opened by a new visitor; the clock of the board stands."""
    table.page.emulate_media(reduced_motion="no-preference")
    table.page.evaluate(STATIONS)
    table.page.evaluate(SPEED, 0)
    follow(table, table.page.evaluate(LINK, RACED))
    table.says("A game played again.")
    return table


def follow(table: Table, link: str) -> None:
    """Opens a game's link on the page that is open, whose clock can be stopped."""
    table.page.goto(f"{table.address}builders.html#{link}")


def stations(table: Table) -> set[str]:
    """What A's front peg was shown at, once its game is over."""
    table.says("Ann double-skunked Bo.")
    return set(table.page.evaluate("[...window.stations].filter(Boolean)"))


@pytest.mark.deep
def test_a_link_opens_as_a_race_and_then_the_board_stands(raced: Table) -> None:
    """It is skipped by a touch, or where little shall move; it can be watched slowly, too."""
    raced.page.locator("#plate").tap()
    raced.page.evaluate(SPEED, 1)
    assert stations(raced) <= {"0", "121"}
    for motion, skipped in (("reduce", True), ("no-preference", False)):
        raced.page.locator("#watch-stop").click()
        raced.says("Ready to peg.")
        raced.page.emulate_media(reduced_motion=motion)
        raced.page.evaluate(SPEED, 0)
        raced.page.evaluate("window.stations.clear()")
        follow(raced, raced.page.evaluate(LINK, RACED))
        raced.says("A game played again.")
        raced.page.evaluate(SPEED, 1)
        assert (stations(raced) <= {"0", "121"}) is skipped
    assert len(stations(raced)) >= 6
    expect(raced.page.locator("#hint")).to_have_text(message("watch.over"))
    raced.page.get_by_role("button", name="Slowly").click()
    raced.says("A game played again.")
    expect(raced.page.get_by_role("button", name="Pause")).to_be_visible()
    expect(raced.page.get_by_role("button", name="Slowly")).to_be_hidden()
    raced.page.locator("#watch-stop").click()
    raced.says("Ready to peg.")


FIGURES = """import "./browser.js";
const { gameFigures } = await import("./js/graph.js");
console.log(JSON.stringify(gameFigures({ teams: "AB", moves: JSON.parse(process.argv[2]) }).pegs));
"""


def test_what_was_put_back_is_no_part_of_a_move(page_modules: Path) -> None:
    (page_modules / "figures.js").write_text(FIGURES)
    moves = [[0, 29, 0], [0, 10, 10], [1, 8, 0], [0, 4, 4], [0, 16, 4], [0, 12, 12]]
    command = [node_path(), page_modules / "figures.js", json.dumps(moves)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [
        {"best": 8, "average": 6, "count": 2},
        {"best": 8, "average": 8, "count": 1},
    ]
