"""Exception for whatever stops a hardware build: wrong parameters, or a missing or failing tool."""


class ParamsError(ValueError):
    """What is wrong in the parameter file, and what would be right."""
