"""Generators that write descriptions together with the scene graph the annotation guide gives them."""
