"""`python -m grice` is `grice`."""

from grice.cli.main import entry

if __name__ == "__main__":
    entry()
