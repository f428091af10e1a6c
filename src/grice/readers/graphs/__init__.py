"""Captions to scene graphs: the shipped network, rules, other checkpoints; and where each part is in the text."""
