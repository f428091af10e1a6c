"""Quantified scenes to text: QDG-IA, QDG-GREEDY, and a speaker that is complete with the fewest statements."""
