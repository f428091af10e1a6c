"""Metrics of quantified descriptions: the scenes a reader makes of them."""
