"""A card's decoder and encoder beside software's: `python -m lab.benchmarks.bench_codecs CLIP...`.

For a computer with an NVIDIA card; elsewhere every row says why there is none. Each clip is decoded
both ways, frame by frame the same or not, and encoded both ways with the quality that a job takes,
at the same times or not. Without clips some are made, of moving blocks, in the codecs and sizes
that recordings have.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.video.stream import VideoStream

from app.pipeline.jobs.card_choice import first_card
from app.video.files.codec_trial import Trial, try_decoder, try_encoder
from app.video.files.decoder import Nvdec
from app.video.files.file_source import FileSource
from app.video.files.output_format import card_refusal, choose_output_format
from lab.benchmarks.machine import ROOT, describe, in_words

RESULTS = ROOT / "lab" / "benchmarks" / "results" / "codecs.json"
FRAMES = 240
MADE = (
    ("libx264", "yuv420p", 720, 1280),
    ("libx264", "yuv420p", 1080, 1920),
    ("libx264", "yuv420p", 2160, 3840),
    ("libx265", "yuv420p", 1080, 1920),
    ("libx265", "yuv420p10le", 2160, 3840),
    ("libvpx-vp9", "yuv420p", 1080, 1920),
)


def make_clip(path: Path, codec: str, pixel_format: str, *, height: int, width: int) -> None:
    """So many frames of blocks that wander, with grain, and B-frames where the codec has them."""
    rng = np.random.default_rng(0)
    blocks = rng.integers(30, 226, (height // 32 + 2, width // 32 + 2, 3), np.uint8)
    still = blocks.repeat(32, 0).repeat(32, 1)
    grain = rng.integers(0, 12, (height, width, 1), np.uint8)
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=Fraction(30))
        assert isinstance(stream, VideoStream)
        stream.height, stream.width, stream.pix_fmt = height, width, pixel_format
        stream.codec_context.options = {
            "libx264": {"preset": "veryfast", "crf": "20"},
            "libx265": {"preset": "superfast", "x265-params": "log-level=error"},
            "libvpx-vp9": {"deadline": "realtime", "cpu-used": "8", "crf": "30", "b": "0"},
        }[codec]
        for index in range(FRAMES):
            picture = np.roll(still, (index, 2 * index), (0, 1))[:height, :width] + grain
            frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), "rgb24")
            frame.pts, frame.time_base = index, Fraction(1, 30)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def measure(path: Path) -> dict[str, object]:
    """Both trials of one clip."""
    with FileSource(path) as source:
        assert isinstance(source, FileSource)
        facts = f"{source.media.codec} {source.media.stored_format} {source.width}x{source.height}"
        height, width = source.height, source.width
    row: dict[str, object] = {"clip": path.name, "is": facts}
    row["decode"] = _told(lambda: try_decoder(path, Nvdec, most_frames=FRAMES))
    for codec in ("h264", "hevc"):
        wanted = choose_output_format(Path("out.mp4"), codec=codec)
        refusal = card_refusal(wanted, height=height, width=width)
        row[f"encode {codec}"] = (
            {"difference": refusal}
            if refusal
            else _told(lambda wanted=wanted: try_encoder(path, wanted, most_frames=FRAMES))
        )
    return row


def _told(run: Callable[[], Trial | None]) -> dict[str, object]:
    trial = run()
    assert trial is not None
    told = {name: round(v, 3) if isinstance(v, float) else v for name, v in asdict(trial).items()}
    return {**told, "takes_card": trial.takes_card}


def main() -> None:
    """Measure, print, and write the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clips", nargs="*", type=Path, metavar="CLIP")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    card = first_card()
    machine = describe("av")
    machine["card"] = "none" if card is None else f"{card.name}, CUDA {card.driver}"
    print(in_words(machine), "card:", machine["card"])
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        clips = list(arguments.clips)
        for codec, pixel_format, height, width in () if clips else MADE:
            path = Path(folder) / f"{codec}-{pixel_format}-{width}x{height}.mkv"
            make_clip(path, codec, pixel_format, height=height, width=width)
            clips.append(path)
        for clip in clips:
            rows.append(measure(clip))
            print(rows[-1])
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    result = {"machine": machine, "frames": FRAMES, "clips": rows}
    arguments.out.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
