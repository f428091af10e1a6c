"""Text of several sentences: where they end, which mentions are one thing, one graph of them all."""
