"""Training a captioner of rooms: words, rows, features, networks, the pretraining of B and its export."""
