"""Can this address be listened at? Asked before a server is made."""

import socket

from grice.errors import InputError


def must_be_free(host: str, port: int) -> None:
    """Refuse an address at which something listens already, before anything is loaded."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind((host, port))
        except OSError as error:
            raise InputError(
                f"{host}:{port} cannot be listened at: {error.strerror}", "a free port", "--port 8001"
            ) from None
