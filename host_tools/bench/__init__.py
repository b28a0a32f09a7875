"""Benchmarks (`cribboard bench`): firmware, flash wear, boards on USB, the virtual board's page, the desk."""
