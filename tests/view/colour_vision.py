"""Relative luminance of a frame, for normal vision and the common colour-vision deficiencies.

LED bytes are linear light. The matrices act on linear RGB: Machado, Oliveira and Fernandes, "A Physiologically-based
Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009),
severity 1.0. Weights of red, green and blue in luminance: ITU-R BT.709.
"""

WEIGHTS = (0.2126, 0.7152, 0.0722)
EYES = {
    "greyscale": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def luminance(eyes, grb):
    """Relative luminance, 0 to 255, of one LED's (green, red, blue) as those eyes see it; colour plays no part."""
    green, red, blue = grb
    seen = [max(0.0, row[0] * red + row[1] * green + row[2] * blue) for row in EYES[eyes]]
    return sum(weight * channel for weight, channel in zip(WEIGHTS, seen, strict=True))
