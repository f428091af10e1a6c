"""Fitting what the metric `grice` learned: the reader of pairs, and the weights of its evidence."""
