"""Clips through the whole engine: visible faults counted, and contact sheets drawn.

    python -m lab.benchmarks.check_mattes                  both models on all clips; writes results
    python -m lab.benchmarks.check_mattes --out /tmp/sheets    also draw contact sheets there
    python -m lab.benchmarks.check_mattes --model FILE --clips a.mp4 b.mkv --out DIR  a try

Every frame of a clip goes through the CPU engine in its order, and the frames that follow have a
say, as in a job (`--no-frames-ahead`: as live, from the past alone). Sheets show every n-th frame:
as it is, over magenta, and its matte; a red label has what the figures object to. `NAME_worst` has
the frames with the most of it.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Mapping, Sequence
from itertools import tee
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from app.pipeline.engines import find_model
from app.video.backgrounds.background import ColourBackground
from app.video.files.inputs import open_source
from app.video.pixels.colour import FastRgb
from app.video.source import SourceError
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.engine import Batch
from gpu_unet.errors import WeightsError
from gpu_unet.settings import EngineSettings
from gpu_unet.weights import load_weights
from lab.benchmarks.quality.faults import ClipFaults, Gap
from lab.benchmarks.quality.mattes_table import MODELS, save
from lab.benchmarks.quality.sheets import LOUD, Album
from lab.benchmarks.quality.steadiness import CLIP_ENDINGS
from lab.evaluation.nets import NetworkNet, film_composites

ROOT = Path(__file__).parents[2]
CLIPS = ROOT.parent / "shared" / "clips"
KNOWN = Path(__file__).parent / "quality" / "known_gaps.toml"
LAST_FRAME = 10**9


def main() -> int:
    """Command line; 0 unless a clip or a model cannot be used."""
    arguments = _arguments()
    known = tomllib.loads(KNOWN.read_text(encoding="utf-8"))
    try:
        paths = find_clips(arguments.clips)
        models = [find_model(model, device="cpu") for model in arguments.model or MODELS]
        results = {path.stem: _run_model(path, paths, known, arguments) for path in models}
    except (SourceError, WeightsError) as error:
        print(f"error: {error}")
        return 2
    if arguments.notable:
        arguments.notable.write_text(json.dumps(results, indent=1), encoding="utf-8")
    is_whole = arguments.clips == [CLIPS] and arguments.warm is None and arguments.frames_ahead
    if is_whole and all(path.parent == ROOT / "weights" for path in models):
        print(f"wrote {save(results, known)}")
    return 0


def find_clips(places: Sequence[Path]) -> list[Path]:
    """The recordings that files and folders hold, sorted within a folder.

    Raises:
        SourceError: A folder without one.
    """
    found: list[Path] = []
    for place in places:
        inside = [place]
        if place.is_dir():
            inside = sorted(p for p in place.iterdir() if p.suffix.lower() in CLIP_ENDINGS)
            if not inside:
                endings = " ".join(CLIP_ENDINGS)
                raise SourceError(f"{place} holds no clip ({endings}); name files or another one")
        found += inside
    return found


def look_at(
    model: Path,
    clip: Path,
    faults: ClipFaults,
    *,
    every: int,
    warm: int | None = None,
    is_steady: bool = False,
    album: Album | None = None,
) -> None:
    """Run the frames of a clip through the engine, in order; count what is wrong, and draw.

    Args:
        model: A weights file.
        clip: A recording.
        faults: What is known of the clip, and nothing counted yet.
        every: Measure the network's own alpha at each n-th frame.
        warm: None runs every frame; a number only so many before each n-th, from a fresh start.
        is_steady: Whether to use frames ahead; only where every frame is run.
        album: Takes the pictures in.

    Raises:
        SourceError: The recording cannot be read.
    """
    network, to_rgb = NetworkNet(model), FastRgb()
    with open_source(clip) as source:
        loud = ColourBackground(LOUD).image_at(0.0, source.format)
        with CpuEngine(load_weights(model), source.format) as engine:
            frames, film = iter(source.read, None), None
            if is_steady:
                frames, ahead = tee(frames)
                pictures = (frame.pixels for frame in ahead)
                film = film_composites(engine, pictures, EngineSettings(), background=loud)
            for frame in frames:
                if warm is not None and -frame.index % every > warm:
                    engine.reset()
                    faults.jump(frame.index + 1)
                    continue
                if film is not None:
                    out, alpha = next(film)
                else:
                    done = engine.process(
                        Batch([frame.pixels], [loud], EngineSettings(), want_alpha=True)
                    )
                    assert done.alphas is not None
                    out, alpha = done.frames[0], done.alphas[0]
                picture = to_rgb.rgb(frame.pixels, source.format)
                found = faults.add(
                    alpha.astype(np.float32) / 255,
                    network.small_alpha(picture) if frame.index % every == 0 else None,
                )
                if album is not None:
                    composite = to_rgb.rgb(out, source.format)
                    album.add(frame.index, found, (picture, composite, alpha))


def known_of(name: str, known: Mapping[str, Any]) -> ClipFaults:
    """An empty count for the clip `name` with what `known_gaps.toml` says of it."""
    about = known.get(name, {})
    gaps = [
        Gap(tuple(gap["box"]), tuple(gap.get("frames", (0, LAST_FRAME))))
        for gap in about.get("gaps", ())
    ]
    return ClipFaults(figures=about.get("figures", 1), gaps=tuple(gaps))


def _run_model(
    model: Path, clips: Sequence[Path], known: Mapping[str, Any], arguments: argparse.Namespace
) -> dict[str, Any]:
    weights = load_weights(model)
    found: dict[str, Any] = {"sha256": weights.sha256, "clips": {}}
    for clip in clips:
        started_s = monotonic()
        faults = known_of(clip.stem, known)
        album = None if arguments.out is None else Album(arguments.every)
        look_at(
            model,
            clip,
            faults,
            every=arguments.every,
            warm=arguments.warm,
            is_steady=arguments.frames_ahead and arguments.warm is None,
            album=album,
        )
        f = faults.summary()
        per_frame = {"notable": faults.notable, "places": faults.places}
        found["clips"][clip.stem] = {**f, **per_frame}
        if album is not None:
            album.draw(arguments.out, f"{model.stem}_{clip.stem}")
        print(
            f"{model.stem} {clip.stem}: holes {f['hole_percent']:.1f} % "
            f"(run {f['longest_hole_frames']} to frame {f['longest_hole_end']}), "
            f"islands {f['island_percent']:.1f} %, blinks {f['blink_percent']:.1f} %, "
            f"soft {f['soft_percent']:.4f} %, checkered {f['checkered_percent']:.3f} %; "
            f"{f['frames']} frames in {monotonic() - started_s:.0f} s",
            flush=True,
        )
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Look at the mattes of clips, and count faults.")
    parser.add_argument("--model", nargs="*", help="names or weights files; default: both shipped")
    parser.add_argument("--clips", type=Path, nargs="*", default=[CLIPS], help="files or folders")
    parser.add_argument("--every", type=int, default=8, help="draw each n-th frame")
    parser.add_argument("--out", type=Path, help="draw contact sheets into this folder")
    parser.add_argument(
        "--warm", type=int, help="run only so many frames before each n-th (a quick look)"
    )
    parser.add_argument("--frames-ahead", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--notable", type=Path, help="write per-frame findings here, as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
