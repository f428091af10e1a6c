"""What every shipped network shares: its session, a manifest with checksums, pieces, constrained search, integers."""
