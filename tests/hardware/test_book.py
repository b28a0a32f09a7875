"""A book can be followed from its first page to its last: read as its builder does, from the PDF."""

import csv
import re
from itertools import combinations
from math import hypot
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import DecodedStreamObject, NameObject
from reportlab.pdfbase.ttfonts import TTFont

from host_tools.hardware import builds, guide_pdf, guide_text, inside_picture, netlist
from host_tools.hardware.book import pictures
from host_tools.hardware.book_tables import image_name
from host_tools.hardware.errors import ParamsError
from host_tools.hardware.guide_pdf import Picture
from host_tools.hardware.label_places import NoRoomError, overlap, place
from host_tools.hardware.pcb import board_file, guide_picture, schematic_picture
from host_tools.hardware.pcb.carrier_steps import STEPS, belongs
from tests.installed import program

RELEASE = Path(__file__).parents[2] / ".github/workflows/release.yml"
BOOKS = ("two", "four")
CHAPTERS = ["Get ready", "Buy", "Solder", "Plug", "Flash", "Bring-up", "Close", "Circuit", "Templates"]
TITLE_PT = 18
LEAST_PT = 6.0
A4_MM, LETTER_MM = (210.0, 297.0), (215.9, 279.4)
POINTS_PER_MM = 72 / 25.4
PRINTER_EDGE_MM = 6.0


class Book:
    """A book's words by chapter, the sizes of its letters by page, and where its links lead."""

    def __init__(self, path):
        self.pdf = PdfReader(path)
        self.sizes = []
        self.texts = []
        self.titles = []
        self.chapters = {}
        for number, page in enumerate(self.pdf.pages):
            runs = list(runs_of(page))
            self.texts.append(" ".join("".join(text for text, _ in runs).split()))
            self.sizes.append([size for text, size in runs if text.strip()])
            for text, size in runs:
                if round(size) == TITLE_PT and text.strip():
                    self.titles.append((text.strip(), number))
                    self.chapters[text.strip()] = []
                elif self.titles:
                    self.chapters[self.titles[-1][0]].append(text)
        self.links = [link for page in self.pdf.pages for link in links_of(page)]
        self.linked_pages = {self.pdf.get_page_number(link) for link in self.links if not isinstance(link, str)}

    def chapter(self, name):
        names = [title for title, _ in self.titles]
        start = self.titles[names.index(name)][1]
        later = [page for _, page in self.titles[names.index(name) + 1 :]]
        return range(start, later[0] if later else len(self.texts))

    def words(self, name):
        return " ".join("".join(self.chapters[name]).split())


def runs_of(page):
    """The texts of a page with the size at which each is printed. Lines and curves, of which a drawing has thousands,
    are left out before pypdf reads the page, with the groups that have no text."""
    kept, groups = [], []
    for line in page.get_contents().get_data().split(b"\n"):
        if line == b"q":
            groups.append(len(kept))
        if b"BT " in line or b" cm" in line or line in (b"q", b"Q"):
            kept.append(line)
        if line == b"Q" and not any(b"Tj" in inner for inner in kept[groups[-1] :]):
            del kept[groups.pop() :]
        elif line == b"Q":
            groups.pop()
    written = DecodedStreamObject()
    written.set_data(b"\n".join(kept))
    page[NameObject("/Contents")] = written
    runs = []

    def visit(text, cm, tm, _, size):
        up = [tm[2] * cm[axis] + tm[3] * cm[2 + axis] for axis in (0, 1)]
        runs.append((text, size * hypot(*up)))

    page.extract_text(visitor_text=visit)
    return runs


def links_of(page):
    """The addresses on the net, and the pages of the book, to which a page has links."""
    for annotation in page.get("/Annots", []):
        entry = annotation.get_object()
        yield entry["/A"]["/URI"] if "/A" in entry else entry["/Dest"][0].get_object()


@pytest.fixture(scope="module", params=BOOKS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def book(folder, name):
    return Book(folder / f"builds/{name}/guide.pdf")


@pytest.fixture(scope="module")
def build(parameters, name):
    return builds.named(parameters, name)


@pytest.fixture(scope="module")
def list_of_parts(folder, name):
    with open(folder / f"builds/{name}/parts.csv", newline="", encoding="utf-8") as file:
        return [line for line in csv.DictReader(file) if line["id"] != "total"]


def test_chapters_are_in_the_order_of_the_work(book, name):
    assert [title for title, _ in book.titles] == CHAPTERS
    text = " ".join(book.texts)
    assert f"Cribbage board, build {name}" in text
    assert "sound-module" not in text


def test_first_resistors_of_two_are_named_one_by_one(book, name):
    """Once its list said R15 to R37, of which five are others: the first eleven would have left four keys dead."""
    others = name == "four"
    text = " ".join(book.texts)
    assert ("R15 R20 R21 R22 R23 R24 R25 R26 R27 R36 R37" in text) != others
    assert "brown · black · black · brown · brown" in text


def test_every_connector_is_plugged_in_by_a_step(book, build, parameters):
    """Once none of seven was, and a builder had seven plugs and no word about them."""
    plugs = [part.ref for part in netlist.build_parts(parameters, build) if re.fullmatch(r"J\d+", part.ref)]
    steps = book.words("Plug").split("The connectors")[1]
    steps = steps[steps.index(" Keys. ") :]
    assert len(plugs) >= 7
    assert [ref for ref in plugs if not re.search(rf"\b{ref}\b", steps)] == []


def test_no_file_of_the_project_is_named(book):
    """A builder has the book and its folder: SAFETY.md and strip-plate-….pdf were nowhere."""
    text = " ".join(book.texts)
    files = re.findall(r"[\w…+-]+\.(?:md|py|toml|json|dxf|csv|svg|pdf|stl|step|zip|kicad_\w+)\b", text)
    assert files == []
    assert not re.search(r"host_tools|hardware/|firmware/", text)


def test_no_command_comes_before_its_installation(book):
    text = " ".join(book.texts)
    assert re.search(r"cribboard (flash|sim|boards)", text)
    assert not re.search(r"cribboard \w+", text[: text.index("pip install")])
    assert "python.org" in text[: text.index("pip install")]


def test_the_one_file_is_named_only_where_it_is_made(book, name, build, folder):
    """Else MicroPython's own is, the one that a release is made with."""
    workflow = RELEASE.read_text(encoding="utf-8")
    assert name in re.search("BUILDS: (.*)", workflow).group(1).split()
    assert re.search("MICROPYTHON: (.*)", workflow).group(1) in book.words("Flash")
    assert "new-board" not in book.words("Flash")
    assert "cribboard flash" in book.words("Flash")
    guide = (folder / "ASSEMBLY.md").read_text(encoding="utf-8")
    released = guide_text.select(guide, guide_text.facts(build, image=True))
    assert "It is called <!-- table image --> and lies beside this book" in released
    assert "**MicroPython.**" not in released
    assert image_name(build) == f"new-board-{name}.uf2"


def test_no_track_is_plugged_in_before_bring_up(book):
    """Once all LEDs were, at the first power, and Bring-up had them pulled again."""
    steps = book.words("Plug").split("The connectors")[1]
    assert "All of them stay out until Bring-up asks" in steps
    assert "put in the plugs of that track only" in book.words("Bring-up")
    (plugs,) = re.findall(r"put in the plugs of all tracks: ([\w, ]+)\.", book.words("Bring-up"))
    written = steps.partition(" Tracks. ")[2].partition("All of them")[0]
    assert set(re.findall(r"J\d+", plugs)) == set(re.findall(r"J\d+", written))


def test_the_supply_feeds_the_tracks_where_the_pico_s_plug_does_not(book, name):
    """Once it was plugged in at the end of Bring-up, whose tests of the tracks all failed without it."""
    told = "The tracks are fed by J1 alone: plug the supply in there too" in book.words("Bring-up")
    assert told == (name == "four")
    assert "at the end of Bring-up" not in book.words("Plug")


def test_a_sum_has_no_zeros_behind_its_point(book):
    assert not re.search(r"\d\.0 mΩ", book.words("Bring-up"))


def test_links_lead_somewhere(book):
    addresses = [link for link in book.links if isinstance(link, str)]
    assert all(re.fullmatch(r"https://[\w.-]+\.\w+/\S*", link) for link in addresses)
    assert any("micropython.org" in link for link in addresses)
    assert {page for _, page in book.titles} <= book.linked_pages


def test_each_part_is_bought_and_then_used(book, list_of_parts):
    bought = book.words("Buy")
    used = " ".join(book.words(name) for name in ("Buy", "Solder", "Plug", "Flash", "Close", "Get ready"))
    for line in list_of_parts:
        part = re.compile(rf"(?<![\w-]){re.escape(line['id'])}(?![\w-])")
        assert part.search(bought), line["id"]
        assert len(part.findall(used)) > 1, f"{line['id']} is bought and never put anywhere"


def test_each_part_has_two_shops_and_a_link(book, list_of_parts):
    for line in list_of_parts:
        assert line["shop_1"] != line["shop_2"]
        assert line["link_1"] or line["link_2"], line["id"]
        for link in filter(None, (line["link_1"], line["link_2"])):
            assert link in book.links, line["id"]


def test_a_shop_s_cart_has_each_line_that_the_shop_sells(folder, name, list_of_parts):
    with open(folder / f"builds/{name}/cart.csv", newline="", encoding="utf-8") as file:
        cart = {line["Customer Reference"]: line for line in csv.DictReader(file)}
    sold = {line["id"]: line for line in list_of_parts if {"DigiKey", "Mouser"} & {line["shop_1"], line["shop_2"]}}
    assert set(cart) == set(sold)
    for part, line in sold.items():
        assert cart[part]["Quantity"] == line["number"]
        assert line["mpn"].startswith(cart[part]["Manufacturer Part Number"])
        assert "(" not in cart[part]["Manufacturer Part Number"]


def test_circuit_can_be_read(book):
    """It once was 2.96 pt high."""
    sizes = [size for page in book.chapter("Circuit") for size in book.sizes[page]]
    assert min(sizes) >= LEAST_PT - 0.01


def test_the_circuit_names_its_supplies(book):
    """Once they had no names: those of test points, which no build has, are theirs."""
    drawn = set(" ".join(book.texts[page] for page in book.chapter("Circuit")[1:]).split())
    assert {"IN_5V", "LED_5V", "3V3", "GND"} <= drawn


@pytest.mark.parametrize(("name", "sheet"), [("two+voice", "voice"), ("two+cell", "cell")])
def test_the_circuit_of_a_second_board_can_be_read(parameters, name, sheet):
    """Those of voice and tap board once were drawn across the page, their letters 3 pt high."""
    program("KiCad 9")
    picture = pictures(parameters, builds.named(parameters, name))(f"{sheet}-circuit")
    assert picture.scale * schematic_picture.LETTERS_MM * POINTS_PER_MM >= LEAST_PT - 0.01
    assert len(list(guide_pdf.page_pieces(picture))) >= len(picture.areas) >= 1


def test_every_word_can_be_read(book):
    assert min(size for page in book.sizes for size in page) >= LEAST_PT - 0.01


def test_every_letter_is_in_the_font(book):
    """The arrows of a way through menus were empty boxes."""
    letters = TTFont("Vera", "Vera.ttf").face.charToGlyph
    assert {letter for text in book.texts for letter in text if ord(letter) not in letters} == set()
    assert "Menu › For builders and captains" in book.words("Bring-up")


def test_what_is_printed_to_size_fits_both_papers(parameters):
    """A page is centred on the other paper: what A4 and Letter have in common must hold it."""
    room = [min(a, b) - 2 * PRINTER_EDGE_MM for a, b in zip(A4_MM, LETTER_MM, strict=True)]
    page = (guide_pdf.WIDTH / POINTS_PER_MM, guide_pdf.HEIGHT / POINTS_PER_MM)
    assert all(size <= most for size, most in zip(page, room, strict=True))
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="273mm" height="294mm" viewBox="0 0 273 294"></svg>'
    pieces = list(guide_pdf.page_pieces(Picture(head, 1)))
    assert len(pieces) == 4
    assert all(piece.wrap(0, 0)[0] <= guide_pdf.WIDTH and piece.wrap(0, 0)[1] <= guide_pdf.HEIGHT for piece in pieces)
    boxes = [piece._area for piece in pieces]
    assert sum((right - left) * (bottom - top) for left, top, right, bottom in boxes) == pytest.approx(273 * 294)
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("step", STEPS)
def test_a_label_covers_no_pad_no_part_and_no_label(parameters, build, step):
    """Once R14's stood over its pads, and read 22C."""
    board = board_file.load(parameters.folder, "carrier")
    refs = [part.ref for part in netlist.fitted(parameters, build)]
    added = {ref for ref in refs if belongs(ref, step)}
    before = {ref for ref in refs if any(belongs(ref, name) for name in list(STEPS)[: list(STEPS).index(step)])}
    labels = guide_picture.step_labels(board, added, before)
    assert {label.text.split()[0] for label in labels} == added & {part.ref for part in board.parts}
    margin = guide_picture.MARGIN_MM
    for one, other in combinations(labels, 2):
        assert not overlap(one.box, other.box), (one.text, other.text)
    for label in labels:
        for part in board.parts:
            for pad in part.pads if part.ref in added | before else ():
                half = min(pad.half_x, pad.half_y)
                dot = (pad.x - half + margin, pad.y - half + margin, pad.x + half + margin, pad.y + half + margin)
                assert not overlap(label.box, dot), (label.text, part.ref)


def test_the_inside_shows_each_plug(parameters, build):
    drawn = inside_picture.draw(parameters, build)
    for ref in inside_picture.plugged(parameters, build):
        assert len(re.findall(rf">(?:[^<]*: )?{ref}</text>", drawn)) == 2, f"{ref}: at both its ends"


def test_a_label_without_room_is_named():
    with pytest.raises(NoRoomError, match="no room for the label 'R1'"):
        place([("R1", (0, 0, 1, 1))], [(-50, -50, 50, 50)], (-60, -60, 60, 60), 2)


def test_a_line_that_would_be_lost_is_refused():
    """The book once had no word of the test piece's key: the line began with the mark of a number."""
    text = "An MX key clips into the cut-out\n<!--cutout-->14 mm<!--/--> and does not turn.\n"
    with pytest.raises(ParamsError, match=r"would lose '<!--cutout-->14 mm<!--/--> and does not turn\.'"):
        guide_pdf.pdf("title", text, lambda name: Picture(""))


def test_a_character_that_the_fonts_lack_is_refused():
    """An arrow was once a box in every book."""
    with pytest.raises(ParamsError, match="the book's fonts have no → ☃"):
        guide_pdf.pdf("title", "one → two ☃", lambda name: Picture(""))
