"""Where the parts of the voice board are."""

LEFT_ROW_X, ROWS_Y = 14.605, 10.16
"""Pin 1 of the module; its other row stands as far to the right as the parameters say."""
ROW_MM = 17.78
"""From the first pin of a row to its last."""
MODULE_MIDDLE = (LEFT_ROW_X + ROW_MM / 2, ROWS_Y + ROW_MM / 2)
"""Its rows are as far from one another as they are long."""
PLACES = {
    "J20": (5.08, 11.43, 270),
    "J21": (5.08, 23.495, 270),
    "F1": (13.335, 35.56, 0),
    "D4": (24.13, 36.83, 0),
    "C10": (37.465, 7.62, 0),
    "C9": (38.735, 16.51, 0),
    "J22": (43.815, 24.13, 270),
}
"""Per reference, x and y of the middle of pin 1 in mm from the top left corner, and the rotation in degrees."""
