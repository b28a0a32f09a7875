"""Commands of `cribboard` that need no package of their own, or more than one."""
