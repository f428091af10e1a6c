"""Metrics that compare texts: their words, their vectors, what they say."""
