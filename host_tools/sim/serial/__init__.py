"""Virtual boards behind serial ports: real MicroPython with boot.py, main.py, prompt, files and link, on a pty each."""
