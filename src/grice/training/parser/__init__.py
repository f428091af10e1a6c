"""Training the embedded scene graph parser: network, data, augmentation, loss, decoding, recipes, export."""
