"""Edges: errors against true alpha, flicker, lag, and what each step costs on CPU and GPU.

    python -m lab.benchmarks.bench_edges [--model fast] [--shared ../shared]
                                     [--only stills|time|cost|gpu-cost]

Needs the shared data (cutouts, rooms, clips); writes `results/edges-*.json`. The GPU's cost needs
a GPU and no data, and is run only if it is asked for.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from gpu_unet.weights import load_weights

ROOT = Path(__file__).parents[2]
# Imported when needed: a machine with a GPU may have neither decoder nor data.
PARTS = {
    "stills": "lab.benchmarks.edges.errors",
    "time": "lab.benchmarks.edges.stability",
    "cost": "lab.benchmarks.edges.cost",
}


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="fast")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--only", choices=(*PARTS, "gpu-cost"))
    arguments = parser.parse_args()
    if arguments.only == "gpu-cost":
        import_module("lab.benchmarks.edges.cost_gpu").measure()
        return
    weights = load_weights(ROOT / "weights" / f"{arguments.model}.json")
    for name, module in PARTS.items():
        if arguments.only in (None, name):
            import_module(module).measure(weights, arguments.shared)


if __name__ == "__main__":
    main()
