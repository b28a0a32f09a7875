"""The desk in a browser: `cribboard desk`."""
