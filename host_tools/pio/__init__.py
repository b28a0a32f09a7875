"""The RP2040's programmable input and output, without one: its assembler, and a state machine run cycle by cycle."""
