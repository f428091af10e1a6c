"""Captions to scene graphs: a shipped network, rules, checkpoints of others; where each part stands in the text."""
