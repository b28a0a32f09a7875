"""An event: create, locate and open it, plan its rounds, change its players, log changes, export and restore it."""
