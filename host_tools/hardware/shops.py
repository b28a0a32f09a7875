"""Where a build's parts are bought: a shop's address and number for each line, and the file that its cart takes."""

from typing import Any
from urllib.parse import quote_plus

from .bom import Bom
from .csv_writer import csv_text

_CART_SHOPS = ("DigiKey", "Mouser")
_BOARD_HOUSE = "LCSC"
"""JLCPCB fits parts by the numbers of this shop."""


def maker_number(item: dict) -> str:
    """Return the maker's number of a line as a shop knows it; "" for what is sold under none."""
    nobody = item["maker"] == "any" or item["maker"].startswith(("a ", "your ", "any "))
    return "" if nobody else item["mpn"].partition(" (")[0]


def address(bom: Bom, item: dict, shop: str) -> str:
    """Return the address at which a shop shows a line: by its own number, else by the maker's; "" for none."""
    wanted = item.get("numbers", {}).get(shop) or item.get("search") or maker_number(item) or item["mpn"]
    return bom.shops[shop].format(quote_plus(wanted))


def house_number(item: dict) -> str:
    """Return JLCPCB's own number of a part; "" if none was found."""
    return item.get("numbers", {}).get(_BOARD_HOUSE, "")


def offers(bom: Bom, item: dict) -> list[str]:
    """Return the two shops of a line as Markdown: a link where the shop is on the net, and its number where known."""
    found = []
    for shop in item["sources"]:
        link = address(bom, item, shop)
        number = item.get("numbers", {}).get(shop, "")
        name = f"{shop} {number}".strip()
        found.append(f"[{name}]({link})" if link else name)
    return found


def checked(bom: Bom, item: dict) -> str:
    """Return what of a line was read, and when; "nothing" if nothing was."""
    read = [item["checked"]] if "checked" in item else []
    if shops := " and ".join(item.get("numbers", {})):
        read.append(f"number of {shops} beside the maker's in public parts lists, {bom.numbers_read}")
    return "; ".join(read) or "nothing"


def cart(bom: Bom, build: Any, refs: dict[str, list[str]]) -> str:
    """Return what DigiKey or Mouser sells of a build as CSV for the shop's own tool, which asks what each column is."""
    lines = []
    for name, item in bom.items.items():
        count, number = bom.quantities(build)[name], maker_number(item)
        if count and number and set(item["sources"]) & set(_CART_SHOPS):
            own = [item.get("numbers", {}).get(shop, "") for shop in _CART_SHOPS]
            lines.append([count, number, item["maker"], *own, name, " ".join(refs.get(name, [])), item["part"]])
    heads = ["Quantity", "Manufacturer Part Number", "Manufacturer", "DigiKey Part Number", "Mouser Part Number",
             "Customer Reference", "Reference Designator", "Description"]  # fmt: skip
    return csv_text(heads, lines)
