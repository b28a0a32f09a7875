"""A board's flash in memory: littlefs as MicroPython has it, on a chip whose power can be cut."""
