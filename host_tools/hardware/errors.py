"""Exceptions for parameters that cannot be built."""


class ParamsError(ValueError):
    """What is wrong in the parameter file, and what would be right."""
