"""Text and images to vectors, behind one protocol; weights found, checked and loaded in one place.

`load("minilm")` is the text encoder the metrics use by default; `load` also takes the hub id or folder of any
sentence-transformers model. `load_image_text` takes an open_clip model.
"""

from grice.door import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        "ImageTextEncoder": "grice.encoders.base:ImageTextEncoder",
        "VectorMemory": "grice.encoders.memory:VectorMemory",
        "TextEncoder": "grice.encoders.base:TextEncoder",
        "TokenVectors": "grice.encoders.base:TokenVectors",
        "load": "grice.encoders.loading:load",
        "load_image_text": "grice.encoders.loading:load_image_text",
    },
)
