"""A trained parser at work: weights from a folder, onnxruntime, no torch."""
