"""Generates everything in hardware/ that can be computed from hardware/params.toml: drawings, sums, lists."""
