"""Metrics of descriptions of rooms: mentions against a target and its distractors."""
