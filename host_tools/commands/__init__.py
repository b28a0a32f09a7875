"""Commands of `cribboard` that belong to no single package: they combine several, or are one module each."""
