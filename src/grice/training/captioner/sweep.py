"""Which recipe is best? Several speakers and games trained one after another on one machine, in one table at the end.

    python -m grice.training.captioner.sweep --recipes 'b*3,rp*3,sp*3' --out OUT --processes 16
    python -m grice.training.captioner.sweep --recipes 'minimal*3,best*3,best-expert' --out OUT --processes 16
    python -m grice.training.captioner.sweep --recipes 'b,rp,minimal,best' --out OUT --tiny

A recipe is a configuration by name, `*3` gives it the seeds 0 to 2, and a game begins with the speaker of its own seed.
Rooms are rendered and encoded once for all. It needs numpy, torch, safetensors, onnx and onnxruntime, not the rest of
what Grice needs. At the end OUT has results.json, captions.tar.gz, logs.tar.gz, and the agents of the first seed in
tars of at most --pack MB. The same command again finds what is finished.
"""

import argparse
import json
import sys
import tarfile
import time
import traceback
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from grice.errors import GriceError, InputError
from grice.extras import require
from grice.scenes.context import Pairs, draw_test_sets
from grice.training.captioner import config as configs
from grice.training.captioner.config import Config

SHOWN = ("d", "e(z)", "r", "od", "k", "false", "literal", "listener", "parses", "words")
BARS = {"d": 0.97, "od": 0.80, "r": 0.85, "listener": 0.97, "parses": 0.90}
MOST_FALSE = 0.05
RESULTS, SPEAKER, LISTENER = "results.json", "speaker", "listener"


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
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        self.configs = _configs(options)
        self.out.mkdir(parents=True, exist_ok=True)

    def run(self) -> None:
        """Everything, in order: encoders, tables, runs, the table, the packed files."""
        self._prepare()
        results = []
        for config in self.configs:
            if self.seconds() > 60 * self.options.minutes:
                self.say(f"{config.name}/{config.seed}: no time left")
                continue
            try:
                results.append(self._one(config))
            except Exception:
                # The others go on: time on a large machine is dear.
                traceback.print_exc()
                self.say(f"{config.name}/{config.seed} failed")
            (self.out / RESULTS).write_text(json.dumps({"runs": results}), "utf-8")
        self._pack()
        print_table(results)
        self.say("done")

    def seconds(self) -> float:
        return time.monotonic() - self.began

    def say(self, line: str) -> None:
        """A line with the time since the start."""
        print(f"[{self.seconds():6.1f}] {line}", flush=True)

    def _prepare(self) -> None:
        """Train the encoder `pictures` where it is wanted and not there; then a table of features for each encoder."""
        from grice.training.captioner.features import encoder, tabulate
        from grice.training.captioner.meaning import Meaning
        from grice.training.captioner.rows import pool, watched
        from grice.training.captioner.running import ids_of
        from grice.training.captioner.wordlist import longest_caption, of_grammars

        self.sets = watched(min(config.training.watched for config in self.configs))
        self.tests = _cut(draw_test_sets(7500, 0), self.options.pairs)
        pools = {(config.images.pool, config.images.count) for config in self.configs}
        ids = np.concatenate([*(pool(*one) for one in pools), ids_of(self.sets), ids_of(self.tests)])
        names = dict.fromkeys(config.features.encoder for config in self.configs)
        encoders = [encoder(name, self._encoder_folder(name)) for name in names]
        tables = tabulate(ids, encoders, self.device, self.options.processes)
        self.tables = dict(zip(names, tables, strict=True))
        self.words, self.longest = of_grammars(), longest_caption()
        self.meaning = Meaning(self.words, self.device)
        self.say(f"features of {len(np.unique(ids)):,} rooms from {', '.join(names)} on {self.device}")

    def _encoder_folder(self, name: str) -> Path | None:
        """Where the weights of an encoder are: shipped (None), or trained here."""
        from grice.encoders.rooms import FOLDER
        from grice.networks.manifest import MANIFEST

        folder = self.out / "encoders" / name
        if name != "pictures" or (FOLDER / name / MANIFEST).is_file() and not self.options.new_encoder:
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
        cuda = self.device == "cuda"
        plan = Plan(
            minutes=self.options.encoder_minutes,
            precision="bfloat16" if cuda else "float32",
            graphs=False,
            warmup=100,
        )
        fitted = pictures.fit(
            seen[shuffled],
            rooms.features(ids[shuffled]).astype(np.int64),
            plan,
            device=self.device,
            callback=lambda now, _: self.say(f"pictures: step {now.step}, {now.progress:.0%}, loss {now.loss:.4f}"),
        )
        about = {"name": "pictures", "trained": pictures.TRAINED, "accuracy": fitted.accuracy}
        lite0.write(fitted.weights, folder, about)
        self.say("pictures reads of rooms it has not seen: " + ", ".join(f"{value:.4f}" for value in fitted.accuracy))

    def _one(self, config: Config) -> dict[str, Any]:
        """Train one run, measure it on the test sets, keep its agents."""
        from grice.games.play import play
        from grice.training.captioner.agents import save_agent
        from grice.training.captioner.evaluation import Players, on_sets
        from grice.training.captioner.fitting import fit
        from grice.training.captioner.running import Resources

        folder = self.out / f"{config.name}-{config.seed}"
        if (folder / RESULTS).is_file():
            finished: dict[str, Any] = json.loads((folder / RESULTS).read_text("utf-8"))
            return finished
        table = self.tables[config.features.encoder]
        having = Resources(self.words, self.longest, self.meaning, table, self.sets, self.device)
        began = self.seconds()
        if config.stage == "game":
            start = self._start(config)
            speaker, listener, points = play(config, start, having, folder, self.say)
            players = Players(speaker.module, listener.module, start.module)
            save_agent(listener.module, folder / LISTENER, listener.about)
        else:
            speaker, points = fit(config, having, folder, self.say)
            players = Players(speaker.module)
        trained = self.seconds() - began
        save_agent(speaker.module, folder / SPEAKER, speaker.about)
        rows, captions = on_sets(players, table, self.tests, self.words, self.meaning, self.longest)
        np.savez_compressed(folder / "captions.npz", captions=captions.cpu().numpy(), words=np.array(self.words.words))
        result = {
            "name": config.name,
            "seed": config.seed,
            "encoder": dict(table.about),
            "device": self.device,
            "seconds": trained,
            "samples_per_second": points[-1]["samples_per_second"],
            "sets": rows,
            "texts": self.words.texts(captions[:3].cpu().numpy()) + self.words.texts(captions[-3:].cpu().numpy()),
        }
        (folder / RESULTS).write_text(json.dumps(result), "utf-8")
        self.say(f"{config.name}/{config.seed}: trained in {trained:.0f} s, measured in {self.seconds() - began - trained:.0f} s")
        return result

    def _start(self, config: Config) -> Any:
        """The speaker that a game begins with: of this sweep, of the same seed."""
        from grice.training.captioner.agents import load_agent

        folder = self.out / f"{config.start}-{config.seed}" / SPEAKER
        if not folder.is_dir():
            raise InputError(
                f"{config.name} begins with {config.start}, seed {config.seed}, which is not in {self.out}",
                "its recipe before it in --recipes, with as many seeds",
                f"--recipes {config.start}*{config.seed + 1},{config.name}*{config.seed + 1}",
            )
        return load_agent(folder, self.device)

    def _pack(self) -> None:
        """Agents of the first seed, logs and captions as few files."""
        packed = self.out / "packed"
        packed.mkdir(exist_ok=True)
        folders = [folder for folder in sorted(self.out.glob("*-*")) if (folder / RESULTS).is_file()]
        firsts = [one for one in folders if one.name.endswith("-0")]
        chosen = [one for one in firsts if not self.options.ship or one.name[:-2] in self.options.ship.split(",")]
        parts = [one / kind for one in chosen for kind in (SPEAKER, LISTENER) if (one / kind).is_dir()]
        parts += [one for one in [self.out / "encoders"] if one.is_dir()]
        size, number = float("inf"), 0
        archive: tarfile.TarFile | None = None
        for part in parts:
            weight = sum(file.stat().st_size for file in part.rglob("*") if file.is_file())
            if size + weight > self.options.pack * 1e6:
                if archive:
                    archive.close()
                size, number = 0, number + 1
                archive = tarfile.open(packed / f"agents-{number}.tar", "w")
            archive.add(part, part.relative_to(self.out))  # type: ignore[union-attr]
            size += weight
        if archive:
            archive.close()
        for name, kind, which in (("logs", "log.jsonl", folders), ("captions", "captions.npz", firsts)):
            with tarfile.open(packed / f"{name}.tar.gz", "w:gz") as bundle:
                for one in which:
                    bundle.add(one / kind, f"{one.name}/{kind}")
        (packed / RESULTS).write_bytes((self.out / RESULTS).read_bytes())
        self.say(f"packed: {', '.join(f'{f.name} {f.stat().st_size / 1e6:.1f} MB' for f in sorted(packed.iterdir()))}")


def print_table(results: Sequence[dict[str, Any]]) -> None:
    """A row for each run, then the mean over seeds and their spread in each category, with the bars that are missed."""
    from grice.training.captioner.evaluation import by_category

    found: dict[str, list[dict[str, dict[str, float]]]] = {}
    for result in results:
        hardest = next(row for row in result["sets"] if row["set"] == "object")
        found.setdefault(result["name"], []).append(by_category(result["sets"]) | {"object-matched": hardest})
        said = " | ".join(result["texts"][::2])
        pace = f"{result['seconds']:.0f} s, {result['samples_per_second']:,.0f} samples/s"
        print(f"{result['name']}/{result['seed']}: {pace}; {said}")
    print(f"\n{'recipe':18s} {'category':15s} seeds" + "".join(f"{name:>9s}" for name in SHOWN) + "  bars missed")
    for name, seeds in found.items():
        for category in seeds[0]:
            listed = {key: [one[category][key] for one in seeds] for key in SHOWN if key in seeds[0][category]}
            mean = {key: float(np.mean(values)) for key, values in listed.items()}
            missed = [key for key, bar in BARS.items() if not mean.get(key, 0.0) >= bar]
            missed += ["false"] if mean["false"] > MOST_FALSE else []
            print(f"{name:18s} {category:15s} {len(seeds):5d}" + _values(mean) + f"  {' '.join(missed) or 'none'}")
            if len(seeds) > 1:
                print(f"{'':36s} +-" + _values({key: float(np.std(values)) for key, values in listed.items()})[2:])


def _values(values: dict[str, float]) -> str:
    return "".join(f"{values[name]:9.3f}" if name in values else f"{'-':>9s}" for name in SHOWN)


def _cut(sets: dict[str, dict[str, Pairs]], pairs: int) -> dict[str, dict[str, Pairs]]:
    """The first pairs of each set."""
    return {
        category: {name: Pairs(one.targets[:pairs], one.distractors[:pairs]) for name, one in of_category.items()}
        for category, of_category in sets.items()
    }


def _configs(options: argparse.Namespace) -> list[Config]:
    """The runs that --recipes names; `--tiny` makes each a matter of seconds."""
    found = []
    for part in options.recipes.split(","):
        name, _, times = part.strip().partition("*")
        if times and not times.isdigit():
            raise InputError(f"--recipes {options.recipes}", "names with numbers", "--recipes 'b*3,rp*3'")
        for seed in range(int(times or 1)):
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
    parser = argparse.ArgumentParser(prog="python -m grice.training.captioner.sweep", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--recipes", required=True, help="configurations by name, e.g. 'b*3,rp*3'")
    parser.add_argument("--out", required=True, help="folder for what is trained and found")
    parser.add_argument("--pairs", type=int, default=7500, help="pairs of each test set")
    parser.add_argument("--processes", type=int, default=1, help="processes that render")
    parser.add_argument("--minutes", type=float, default=1e9, help="no run begins later than this")
    parser.add_argument("--encoder-minutes", type=float, default=1.25, help="length of the training of `pictures`")
    parser.add_argument("--new-encoder", action="store_true", help="train `pictures` though one is shipped")
    parser.add_argument("--pack", type=float, default=15.0, help="MB of one packed file")
    parser.add_argument("--ship", default="", help="recipes whose agents are packed; all by default")
    parser.add_argument("--device", default="", help="cuda or cpu; by default what there is")
    parser.add_argument("--tiny", action="store_true", help="a trial of some seconds a run")
    parser.add_argument("--keep-encoder", action="store_true", help="with --tiny, the encoder of the recipe, not pixels")
    return parser


if __name__ == "__main__":
    main()
