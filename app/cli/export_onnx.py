"""`main.py export-onnx`: writes a network as an ONNX file, for other runtimes."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from app.pipeline.end_signals import FAILED, OK
from app.pipeline.installation import COMMAND

NEEDS = "requirements-graphics-cards.txt"
HELP = "write a model as an ONNX file, for other runtimes"
EXAMPLES = f"""\
examples:
  {COMMAND} export-onnx quality -o quality.onnx
  {COMMAND} export-onnx my.safetensors -o my.onnx --half --size 1080x1920
"""


def frame_size(text: str) -> tuple[int, int]:
    """Width and height from a text such as 1280x720."""
    match = re.fullmatch(r"([1-9]\d{0,4})x([1-9]\d{0,4})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write it as 1280x720")
    return int(match[1]), int(match[2])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the options."""
    parser.epilog = EXAMPLES
    parser.add_argument("weights", metavar="MODEL", help="fast, quality, or a .safetensors file")
    parser.add_argument(
        "-o",
        "--out",
        metavar="OUT.onnx",
        required=True,
        help="output file; replaced if it exists (required)",
    )
    parser.add_argument("--half", action="store_true", help="compute in float16 (default: float32)")
    parser.add_argument(
        "--size",
        type=frame_size,
        default=(1280, 720),
        metavar="WxH",
        help="frame size; sets the aspect ratio of the model's input (default: 1280x720)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the file, whole or not at all; fails if the model cannot be read."""
    try:
        import onnx  # optional
    except ImportError:
        sys.stderr.write(f"error: the package onnx is not installed; run: pip install -r {NEEDS}\n")
        return FAILED
    from app.pipeline.engines import find_model
    from app.video.files.file_identity import file_identities
    from app.video.placing.output_name import write_safely
    from app.video.sink import OutputError
    from gpu_unet import WeightsError, load_weights

    out = Path(arguments.out)
    if out.is_dir():
        sys.stderr.write(f"error: {out} is a folder; name a file in it\n")
        return FAILED
    width, height = arguments.size
    try:
        model = find_model(arguments.weights, device="cpu")
        read = file_identities(model, model.with_suffix(".json"))
        if read & file_identities(out):
            raise OutputError(
                f"{out} is the model itself and cannot be overwritten; choose another name"
            )
        weights = load_weights(model)
        graph = weights.to_onnx(frame_height=height, frame_width=width, half=arguments.half)
        onnx.checker.check_model(graph, full_check=True)
        write_safely(out, graph)
    except (WeightsError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return FAILED
    sys.stdout.write(f"{out}: {len(graph) / 1e6:.1f} MB, checked\n")
    return OK
