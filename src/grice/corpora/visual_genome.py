"""What is Visual Genome (Krishna et al. 2017)? Region descriptions with region graphs, read from its JSON files.

    region_graphs.json        [{"image_id", "regions": [{"region_id", "phrase", "objects", "relationships"}]}]
        objects               [{"object_id", "name", ...}]
        relationships         [{"predicate", "subject_id", "object_id", ...}]
    attributes.json           [{"image_id", "attributes": [{"object_id", "attributes": ["red"]}]}]
    region_descriptions.json  [{"id", "regions": [{"region_id", "image_id", "phrase"}]}]

Some versions say `id` for image_id, region_id or object_id, `image` for the image of a region, `names` for a list of an
object's names, or have the ends of a relationship as objects (`subject`, `object`). All of these are read.
The files are gigabytes of one JSON list each, so images are decoded one at a time. The customised dependency set that
Wang et al. (2018) derived from Visual Genome is read as a table of captions and graphs, the form in which scene graph
parsers are trained on it: `grice.corpora.factual.load`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from grice.corpora import graph_statistics
from grice.corpora.cards import Card
from grice.corpora.factual import Item
from grice.errors import InputError
from grice.files.cells import Unusable, text
from grice.files.json_stream import elements
from grice.meaning.forms.objects import from_objects
from grice.meaning.graph import SceneGraph

CARD = Card(
    name="visual_genome",
    title="Visual Genome region graphs",
    items="108,077 images with 5.4 million region descriptions",
    licence="CC BY 4.0",
    citation="Krishna et al.: Visual Genome: Connecting Language and Vision Using Crowdsourced Dense Image "
    "Annotations. IJCV 123 (2017)",
    how="region_graphs.json, attributes.json and region_descriptions.json from visualgenome.org; name them with --data",
    notes="Graphs are of the image region as much as of the phrase; FACTUAL re-annotated 40,369 of them.",
)
_NEEDED = "a JSON list with an entry per image"


def regions(path: str | Path, attributes: str | Path | None = None) -> Iterator[Item]:
    """The regions of region_graphs.json; attributes come with the objects or from attributes.json, image by image."""
    extra = images(attributes) if attributes else iter(())
    known: dict[str, Mapping[str, Any]] = {}
    for image in images(path):
        image_id = _id(image, "image_id")
        while attributes and image_id not in known:
            found = next(extra, None)
            if found is None:
                break
            known[_id(found, "image_id")] = found
        described = _attributes(attributes, known.pop(image_id, {}))
        for region in _regions(path, image):
            phrase, unusable = _phrase(region)
            graph, error = (SceneGraph(), unusable) if unusable else _graph(region, described)
            yield Item(image_id, _id(region, "region_id"), phrase, graph, error)


def descriptions(path: str | Path) -> Iterator[Item]:
    """The phrases of region_descriptions.json, without graphs."""
    for image in images(path):
        for region in _regions(path, image):
            holder = region if "image_id" in region else image
            image_id = str(region["image"]) if "image" in region else _id(holder, "image_id")
            phrase, error = _phrase(region)
            yield Item(image_id, _id(region, "region_id"), phrase, SceneGraph(), error)


def statistics(data: str | Path) -> list[dict[str, object]]:
    """Table 2 of the FACTUAL paper for region_graphs.json, or for a folder that holds it and attributes.json."""
    data = Path(data)
    path = data / "region_graphs.json" if data.is_dir() else data
    beside = path.with_name("attributes.json")
    items = regions(path, beside if beside.exists() else None)
    return graph_statistics.statistics(item.graph for item in items if item.error is None)


def images(path: str | Path) -> Iterator[dict[str, Any]]:
    """The entries of a file, one for each image."""
    path = Path(path)
    if not path.is_file():
        raise InputError(f"{path} does not exist", "a JSON file of Visual Genome", CARD.how)
    for entry in elements(path, _NEEDED, CARD.how):
        if not isinstance(entry, dict):
            raise InputError(f"{path} has the entry {json.dumps(entry)[:40]}", _NEEDED, CARD.how)
        yield entry


def _graph(region: Mapping[str, Any], described: Mapping[str, list[str]]) -> tuple[SceneGraph, str | None]:
    try:
        objects = {_id(entry, "object_id"): entry for entry in region["objects"]}
        place = {own: number for number, own in enumerate(objects)}
        relations = [
            (place[_end(entry, "subject")], entry["predicate"], place[_end(entry, "object")])
            for entry in region.get("relationships", ())
        ]
        attributes = [[*(entry.get("attributes") or ()), *described.get(own, ())] for own, entry in objects.items()]
        return from_objects(map(_name, objects.values()), attributes, relations, region.get("phrase")), None
    except (KeyError, TypeError, AttributeError, InputError) as error:
        return SceneGraph(), f"region {_id(region, 'region_id')}: {type(error).__name__} {error}".partition("\n")[0]


def _regions(path: str | Path, image: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The regions of an image; a file without regions is an error of the file, not of a row."""
    found = image.get("regions")
    if not isinstance(found, list) or not all(isinstance(region, dict) for region in found):
        raise InputError(f"{path} has images with {', '.join(image)}", "images with regions", CARD.how)
    return found


def _attributes(path: str | Path | None, image: Mapping[str, Any]) -> dict[str, list[str]]:
    """The attributes of each object of an image."""
    try:
        entries = image.get("attributes") or ()
        return {_id(entry, "object_id"): list(entry.get("attributes") or ()) for entry in entries}
    except (AttributeError, TypeError):
        raise InputError(f"{path} has images with {', '.join(image)}", "images with attributes", CARD.how) from None


def _phrase(region: Mapping[str, Any]) -> tuple[str, str | None]:
    """The phrase of a region, or what is wrong with it."""
    try:
        return text(region.get("phrase", "")), None
    except Unusable as wrong:
        return "", f"region {_id(region, 'region_id')}: phrase {wrong}"


def _name(entry: Mapping[str, Any]) -> str:
    return str(entry["name"] if "name" in entry else entry["names"][0])


def _end(entry: Mapping[str, Any], role: str) -> str:
    return str(entry[f"{role}_id"]) if f"{role}_id" in entry else _id(entry[role], "object_id")


def _id(entry: Mapping[str, Any], name: str) -> str:
    """An identifier under its full name, or as `id`."""
    return str(entry.get(name, entry.get("id")))
