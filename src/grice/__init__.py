"""Does a description of a visual scene do its job?

The public door: small, lazy and typed. Importing `grice` imports nothing heavy; each name of `__init__.pyi`, where the
public names stand once, loads its module when it is first used.
"""

from grice.door import opened
from grice.version import __version__ as __version__

__all__, __getattr__, __dir__ = opened(__name__, __file__)
