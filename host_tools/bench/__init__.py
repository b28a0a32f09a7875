"""Benchmarks of the firmware, flash wear, boards on USB, the page and the desk: `cribboard bench`."""
