"""Speakers of scenes of coloured shapes: QDG-IA, QDG-GREEDY, and one that is complete with the fewest statements."""
