"""The web application of `cribboard desk`."""
