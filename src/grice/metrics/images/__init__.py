"""Metrics that look at pictures."""
