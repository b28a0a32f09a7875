"""Virtual boards behind serial ports: real MicroPython with boot.py, main.py, REPL, files and link, on a pty each."""
