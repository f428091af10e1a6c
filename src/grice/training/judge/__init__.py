"""Fitting what the metric `grice` learned: the reader of caption and reference together, and the weights of its evidence."""
