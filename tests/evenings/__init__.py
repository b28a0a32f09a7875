"""Two evenings in twelve pictures each, of the real programs in a real browser, for the site of documents.

`python -m tests.evenings` plays them and writes `.github/site/evenings`; a test plays them and compares what each
picture is headed.
"""
