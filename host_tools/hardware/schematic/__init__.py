"""The carrier board's circuit, and its schematic as KiCad files."""
