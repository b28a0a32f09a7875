"""What things cost: the firmware, flash, boards on USB, the page, the desk. `command` is `cribboard bench`."""
