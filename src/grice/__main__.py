"""`python -m grice` is `grice`."""

from grice.cli.main import main

if __name__ == "__main__":
    main()
