"""Verbs of the command line that need no package of their own, or more than one."""
