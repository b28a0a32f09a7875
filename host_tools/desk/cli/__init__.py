"""Typer commands `cribboard event` and `cribboard desk`."""
