"""The colours that all pages share: the virtual board's, the captain's and the desk's."""

from pathlib import Path

PALETTE = Path(__file__).with_name("palette.css")
