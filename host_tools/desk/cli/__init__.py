"""The command line: `cribboard event` and `cribboard desk`."""
