"""Which recipe is best? Several speakers and games trained on one machine, and one table at the end.

    python -m grice.games.sweep --recipes 'b*3,rp*3,sp*3' --out OUT --processes 16 --workers 6
    python -m grice.games.sweep --recipes 'minimal@1,best@1' --out OUT --processes 16
    python -m grice.games.sweep --recipes 'b,rp,minimal,best' --out OUT --tiny

A recipe is a configuration by name; `*3` gives it the seeds 0 to 2, `@1` the seed 1, and a game begins with the speaker
of its own seed. Rooms are rendered and encoded once for all. It needs numpy, torch, safetensors and onnxruntime, not
the rest of what Grice needs; GRICE_CACHE names a folder. At the end OUT/packed has results.json, captions, logs, and
the agents of the first seeds in tars of at most --pack MB. The same command again finds what is finished.
"""

import argparse
import json
import sys
import tarfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from grice.errors import GriceError, InputError
from grice.extras import require
from grice.games.bench import RESULTS, Bench, Limits, evaluated, lay, one_after_another, side_by_side
from grice.training.captioner import config as configs
from grice.training.captioner.config import Config

SHOWN = ("d", "e(z)", "r", "od", "k", "false", "literal", "listener", "parses", "words")
BARS = {"d": 0.97, "od": 0.80, "r": 0.85, "listener": 0.97, "parses": 0.90}
MOST_FALSE = 0.05
KEPT = ("speaker", "listener")


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line of the sweep; status 2 for a mistake."""
    options = _options().parse_args(arguments)
    try:
        Sweep(options).run()
    except GriceError as error:
        print(f"sweep: {error}", file=sys.stderr)
        sys.exit(2)


class Sweep:
    """The runs of a command line, the tables they share, and what they found."""

    def __init__(self, options: argparse.Namespace) -> None:
        for package in ("torch", "safetensors.torch"):
            require(package, "train", "training speakers")
        import torch

        self.options, self.out, self.began = options, Path(options.out), time.monotonic()
        self.device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
        self.configs = _configs(options)
        self.out.mkdir(parents=True, exist_ok=True)

    def run(self) -> None:
        """Everything, in order: encoders, tables, runs, the packed files, the table."""
        options, tables = self.options, self._tables()
        limits = Limits(60 * options.minutes, 60 * options.end, self.seconds)
        if options.workers == 1:
            bench = Bench(self.out, tables, options.pairs, self.device, self.say)
            found = one_after_another(bench, self.configs, limits)
        else:
            lay(tables, self.out)
            del tables
            self.say(f"{options.workers} workers begin")
            found = side_by_side(self.out, options.pairs, self.device, self.configs, options.workers, limits, self.say)
        results = []
        for result in found:
            results.append(result)
            (self.out / RESULTS).write_text(json.dumps({"runs": results}), "utf-8")
        order = [(config.name, config.seed) for config in self.configs]
        results.sort(key=lambda result: order.index((result["name"], result["seed"])))
        pack(self.out, options.pack, options.ship.split(",") if options.ship else None, self.say)
        print_table(results)
        self.say("done")

    def seconds(self) -> float:
        return time.monotonic() - self.began

    def say(self, line: str) -> None:
        """A line with the time since the start."""
        print(f"[{self.seconds():6.1f}] {line}", flush=True)

    def _tables(self) -> dict[str, Any]:
        """Train the encoder `pictures` where it is wanted and not there; then a table of features for each encoder."""
        from grice.training.captioner.features import encoder, tabulate
        from grice.training.captioner.rows import pool, watched
        from grice.training.captioner.running import ids_of

        seen = [watched(size) for size in {config.training.watched for config in self.configs}]
        pools = {(config.images.pool, config.images.count) for config in self.configs}
        parts = [*(pool(*one) for one in pools), *map(ids_of, seen), ids_of(evaluated(self.options.pairs))]
        ids = np.unique(np.concatenate(parts))
        names = dict.fromkeys(config.features.encoder for config in self.configs)
        encoders = [encoder(name, self._encoder_folder(name)) for name in names]
        tables = tabulate(ids, encoders, self.device, self.options.processes)
        self.say(f"features of {len(ids):,} rooms from {', '.join(names)} on {self.device}")
        return dict(zip(names, tables, strict=True))

    def _encoder_folder(self, name: str) -> Path | None:
        """Where the weights of an encoder are: shipped (None), or trained here."""
        from grice.encoders.rooms import FOLDER
        from grice.networks.manifest import MANIFEST

        folder = self.out / "encoders" / name
        if name != "pictures" or ((FOLDER / name / MANIFEST).is_file() and not self.options.new_encoder):
            return None
        if not (folder / MANIFEST).is_file():
            self._train_encoder(folder)
        return folder

    def _train_encoder(self, folder: Path) -> None:
        from grice.scenes import rooms
        from grice.training.captioner import lite0, pictures
        from grice.training.captioner.features import rendered
        from grice.training.captioner.rows import pool
        from grice.training.loop import Plan

        ids = np.sort(pool("captions", max(c.images.count for c in self.configs)))
        seen = np.empty((len(ids), 64, 64, 3), np.uint8)
        for places, drawn in rendered(ids, self.options.processes):
            seen[places] = drawn
        shuffled = np.random.default_rng(0).permutation(len(ids))
        precision = "bfloat16" if self.device == "cuda" else "float32"
        fitted = pictures.fit(
            seen[shuffled],
            rooms.features(ids[shuffled]).astype(np.int64),
            Plan(minutes=self.options.encoder_minutes, precision=precision, graphs=False, warmup=100),
            device=self.device,
            callback=lambda now, _: self.say(f"pictures: step {now.step}, {now.progress:.0%}, loss {now.loss:.4f}"),
        )
        about = {"name": "pictures", "trained": pictures.TRAINED, "accuracy": fitted.accuracy, "licence": "Apache-2.0"}
        lite0.write(fitted.weights, folder, about)
        self.say("pictures reads of rooms it has not seen: " + ", ".join(f"{value:.4f}" for value in fitted.accuracy))


def pack(out: Path, most: float, chosen: Sequence[str] | None, say: Any) -> None:
    """Agents of the first seed of each recipe (or of those chosen), logs and captions as few files, in OUT/packed."""
    packed = out / "packed"
    packed.mkdir(exist_ok=True)
    folders = sorted(file.parent for file in out.glob(f"*-*/{RESULTS}"))
    firsts = list({folder.name.rpartition("-")[0]: folder for folder in reversed(folders)}.values())
    wanted = [folder for folder in firsts if not chosen or folder.name.rpartition("-")[0] in chosen]
    parts = [folder / kind for folder in sorted(wanted) for kind in KEPT if (folder / kind).is_dir()]
    parts += [folder for folder in [out / "encoders"] if folder.is_dir()]
    for number, together in enumerate(_bins(parts, most * 1e6), 1):
        with tarfile.open(packed / f"agents-{number}.tar", "w") as archive:
            for part in together:
                archive.add(part, part.relative_to(out))
    for name, kind, which in (("logs", "log.jsonl", folders), ("captions", "captions.npz", firsts)):
        with tarfile.open(packed / f"{name}.tar.gz", "w:gz") as archive:
            for folder in which:
                archive.add(folder / kind, f"{folder.name}/{kind}")
    if (out / RESULTS).is_file():
        (packed / RESULTS).write_bytes((out / RESULTS).read_bytes())
    say(f"packed: {', '.join(f'{f.name} {f.stat().st_size / 1e6:.1f} MB' for f in sorted(packed.iterdir()))}")


def _bins(parts: Sequence[Path], most: float) -> list[list[Path]]:
    """Folders in groups of at most so many bytes, in order."""
    found: list[list[Path]] = []
    size = float("inf")
    for part in parts:
        weight = sum(file.stat().st_size for file in part.rglob("*") if file.is_file())
        if size + weight > most:
            found.append([])
            size = 0.0
        found[-1].append(part)
        size += weight
    return found


def print_table(results: Sequence[Mapping[str, Any]]) -> None:
    """A row for each run, then the mean over seeds and their spread in each category, with the bars that are missed."""
    from grice.training.captioner.evaluation import by_category

    found: dict[str, list[dict[str, dict[str, float]]]] = {}
    for result in results:
        hardest = next(row for row in result["sets"] if row["set"] == "object")
        found.setdefault(result["name"], []).append(by_category(result["sets"]) | {"object-matched": hardest})
        said = " | ".join(result["texts"][::2])
        pace = f"{result['seconds']:.0f} s, {result['samples_per_second']:,.0f} samples/s"
        print(f"{result['name']}/{result['seed']}: {pace}; {said}")
    print(f"\n{'recipe':16s} {'category':15s} seeds" + "".join(f"{name:>9s}" for name in SHOWN) + "  bars missed")
    for name, seeds in found.items():
        for category in seeds[0]:
            listed = {key: [one[category][key] for one in seeds] for key in SHOWN if key in seeds[0][category]}
            mean = {key: float(np.mean(values)) for key, values in listed.items()}
            missed = [key for key, bar in BARS.items() if not mean.get(key, 0.0) >= bar]
            missed += ["false"] if mean["false"] > MOST_FALSE else []
            print(f"{name:16s} {category:15s} {len(seeds):5d}" + _values(mean) + f"  {' '.join(missed) or 'none'}")
            if len(seeds) > 1:
                print(f"{'':34s} +-" + _values({key: float(np.std(values)) for key, values in listed.items()})[2:])


def _values(values: Mapping[str, float]) -> str:
    return "".join(f"{values[name]:9.3f}" if name in values else f"{'-':>9s}" for name in SHOWN)


def _configs(options: argparse.Namespace) -> list[Config]:
    """The runs that --recipes names; `--tiny` makes each a matter of seconds."""
    found = []
    for part in options.recipes.split(","):
        plain, _, one = part.strip().partition("@")
        name, _, times = plain.partition("*")
        if any(number and not number.isdigit() for number in (one, times)) or (one and times):
            raise InputError(f"--recipes {options.recipes}", "names with seeds", "--recipes 'b*3,rp@1'")
        for seed in [int(one)] if one else range(int(times or 1)):
            config = replace(configs.load(name), seed=seed)
            found.append(_tiny(config, options.keep_encoder) if options.tiny else config)
    return list(dict.fromkeys(found))


def _tiny(config: Config, keep_encoder: bool) -> Config:
    """The same run with few images, rows and steps, and a narrow network."""
    few = tuple(replace(lesson, rows=max(256, lesson.rows // 300)) for lesson in config.lessons)
    training = replace(config.training, batch=64, watched=20, reports=2, epochs=2.0, warmup=5, decay=0.9, rate=4e-3)
    return replace(
        config,
        images=replace(config.images, count=400),
        features=replace(config.features, encoder=config.features.encoder if keep_encoder else "pixels"),
        speaker=replace(config.speaker, width=64),
        lessons=few,
        training=training,
    )


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m grice.games.sweep", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--recipes", required=True, help="configurations by name, e.g. 'b*3,rp*3,best@1'")
    parser.add_argument("--out", required=True, help="folder for what is trained and found")
    parser.add_argument("--pairs", type=int, default=7500, help="pairs of each test set")
    parser.add_argument("--processes", type=int, default=1, help="processes that render")
    parser.add_argument("--workers", type=int, default=1, help="processes that train, on one device")
    parser.add_argument("--minutes", type=float, default=1e6, help="no run begins later than this")
    parser.add_argument("--end", type=float, default=1e6, help="with --workers, runs are ended then")
    parser.add_argument("--encoder-minutes", type=float, default=1.25, help="length of the training of `pictures`")
    parser.add_argument("--new-encoder", action="store_true", help="train `pictures` though one is shipped")
    parser.add_argument("--pack", type=float, default=15.0, help="MB of one packed file")
    parser.add_argument("--ship", default="", help="recipes whose agents are packed; all by default")
    parser.add_argument("--device", default="", help="cuda or cpu; by default what there is")
    parser.add_argument("--tiny", action="store_true", help="a trial of some seconds a run")
    parser.add_argument(
        "--keep-encoder", action="store_true", help="with --tiny, the encoder of the recipe, not pixels"
    )
    return parser


if __name__ == "__main__":
    main()
