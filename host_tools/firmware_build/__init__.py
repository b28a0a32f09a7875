"""Builds the firmware for a board: concatenates modules that load together, and compiles them by mpy-cross."""
