"""Before anything else: with MENU held at power-up, or without firmware, the board stays at the prompt.

`stay` is for main.py, which the interpreter runs next in the same names.
"""

stay = True
try:
    from firmware.hal import watch

    # After a soft reset the watchdog is still awake, and whoever deploys does not feed it.
    watch.watchdog.keep()
    stay = watch.menu_held()
except Exception as error:
    print("boot.py: the firmware cannot begin: %s: %s" % (type(error).__name__, error))
    try:
        from firmware.hal import sign

        sign.show()
    except Exception as error:
        print("boot.py: nor can the lights say so: %s: %s" % (type(error).__name__, error))
