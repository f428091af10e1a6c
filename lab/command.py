"""What do the commands of the laboratory share? The docstring of a command's file is its help, as it stands."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter


def command(about: str | None) -> ArgumentParser:
    """The arguments of a command whose file has this docstring."""
    return ArgumentParser(description=about, formatter_class=RawDescriptionHelpFormatter)
