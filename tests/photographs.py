"""Pictures as a phone takes them of a screen or a sheet: aslant, unsharp, unevenly lit, with noise, as JPEG. A decoder
that has nothing to do with this program reads the codes in them."""

import io
import random

import zxingcpp
from PIL import Image, ImageChops, ImageFilter

_MARGIN = 0.14
"""Of the table around the sheet, as a part of its width and height."""
_SLANT = 0.05


def photograph(picture: bytes, seed: int, width: int = 1600) -> bytes:
    """Return a photo (JPEG) of a picture (PNG), `width` pixels wide."""
    chance = random.Random(seed)
    sheet = Image.open(io.BytesIO(picture)).convert("RGB")
    height = width * sheet.height // sheet.width
    left, top = round(_MARGIN * width), round(_MARGIN * height)
    table = Image.new("RGB", (width + 2 * left, height + 2 * top), (96, 84, 70))
    table.paste(sheet.resize((width, height), Image.Resampling.LANCZOS), (left, top))
    aslant = table.transform(table.size, Image.Transform.QUAD, _corners(table.size, chance), Image.Resampling.BICUBIC)
    turned = aslant.rotate(chance.uniform(-4, 4), Image.Resampling.BICUBIC, fillcolor=(96, 84, 70))
    shaded = ImageChops.multiply(turned, _shade(turned.size, chance))
    noise = Image.effect_noise(shaded.size, 24).convert("RGB")
    noisy = ImageChops.add(shaded.filter(ImageFilter.GaussianBlur(0.9)), noise, scale=1, offset=-128)
    photo = io.BytesIO()
    noisy.save(photo, "jpeg", quality=72)
    return photo.getvalue()


def _corners(size: tuple[int, int], chance: random.Random) -> list[float]:
    """Return where the corners of the photo lie on the table: upper left, lower left, lower right, upper right."""
    width, height = size
    corners = [(0, 0), (0, height), (width, height), (width, 0)]
    return [
        place + chance.uniform(-_SLANT, _SLANT) * whole * (1 if place else -1)
        for corner in corners
        for place, whole in zip(corner, size, strict=True)
    ]


def _shade(size: tuple[int, int], chance: random.Random) -> Image.Image:
    """Return a light that falls off to one side."""
    slope = Image.linear_gradient("L").rotate(chance.choice((0, 90, 180, 270))).resize(size)
    return slope.point([150 + level * 105 // 255 for level in range(256)]).convert("RGB")


def read_codes(photo: bytes) -> list[str]:
    """Return the texts of all QR codes in a photo."""
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(photo)), formats=zxingcpp.BarcodeFormat.QRCode)
    return [code.text for code in found]
