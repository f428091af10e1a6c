"""Training speakers and listeners of rooms: image encoders, networks, captions, fitting, export."""
