"""Writes the types that tsc cannot read from scripts: of MicroPython, messages, and the elements that `byId` returns.

Argument: the folder of `cribboard sim --export`.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path

PAGES = {"PageElements": ("index.html", "builders.html"), "CaptainElements": ("captain/index.html",)}
MICROPYTHON = "export const loadMicroPython: (options: object) => Promise<any>;\n"
GIFENC = """interface GifFrame {
  palette?: number[][];
  delay: number;
  transparent: boolean;
  transparentIndex: number;
  dispose: number;
}
export const GIFEncoder: () => {
  writeFrame(dots: Uint8Array, width: number, height: number, options: GifFrame): void;
  finish(): void;
  bytesView(): Uint8Array;
};
export const quantize: (rgba: Uint8Array | Uint8ClampedArray, colours: number) => number[][];
export const applyPalette: (rgba: Uint8Array | Uint8ClampedArray, palette: number[][]) => Uint8Array;
"""
QR = {
    "index": "export const encodeQR: (text: string, output: 'svg', options: object) => string;\n",
    "decode": "export const decodeQRBatch: (pictures: ImageData[]) => Promise<(string | Error)[][]>;\n",
}
MESSAGES = "export const MESSAGES: Record<string, Record<string, string>>;\n"
SVG = ("svg", "g", "rect", "path", "use")


class _Ids(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if name := dict(attributes).get("id"):
            self.tags[name] = tag


def interface(name: str, pages: list[Path]) -> str:
    """Return a TypeScript interface of the elements of pages that share scripts, by id."""
    ids = _Ids()
    for page in pages:
        ids.feed(page.read_text(encoding="utf-8"))
    kinds = {id_: f'{"SVG" if tag in SVG else "HTML"}ElementTagNameMap["{tag}"]' for id_, tag in ids.tags.items()}
    lines = [f'  "{id_}": {kind};' for id_, kind in kinds.items()]
    return "\n".join([f"interface {name} {{", *lines, "}", ""])


if __name__ == "__main__":
    site = Path(sys.argv[1])
    text = "".join(interface(name, [site / page for page in pages]) for name, pages in PAGES.items())
    (site / "elements.d.ts").write_text(text, encoding="utf-8")
    (site / "micropython" / "micropython.d.mts").write_text(MICROPYTHON, encoding="utf-8")
    (site / "gifenc" / "gifenc.esm.d.ts").write_text(GIFENC, encoding="utf-8")
    for name, text in QR.items():
        (site / "qr" / f"{name}.d.ts").write_text(text, encoding="utf-8")
    (site / "captain" / "messages.d.ts").write_text(MESSAGES, encoding="utf-8")
