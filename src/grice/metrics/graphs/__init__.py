"""Metrics that compare scene graphs."""
