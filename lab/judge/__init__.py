"""Fitting what the metric `grice` learned: the weights of its evidence."""
