"""RP2040 PIO in software: an assembler, and a state machine run cycle by cycle."""
