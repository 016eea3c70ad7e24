"""Train one network by its recipe, for a given number of minutes.

    python -m lab.training.train quality --minutes 13 --out lab/training/runs/quality

Stops cleanly on Ctrl-C (or SIGTERM) with the moving average so far; `--resume` goes on where a
checkpoint left off, `--start-from` begins with the weights of a finished net. Writes
checkpoint.pt, NAME.safetensors and .json, log.csv, val.csv, log.png.
"""

from __future__ import annotations

import argparse
import signal
from pathlib import Path

import torch

from lab.training.learning.parallel import local_device
from lab.training.learning.trainer import Trainer
from lab.training.recipes import RECIPES


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train one network by its recipe.")
    parser.add_argument("recipe", choices=sorted(RECIPES))
    parser.add_argument("--packs", type=Path, default=Path("lab/training/packs"))
    parser.add_argument("--out", type=Path, help="default: lab/training/runs/RECIPE")
    parser.add_argument("--minutes", type=float, default=13.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--teacher", type=Path, help="checkpoint.pt of a larger net")
    parser.add_argument("--teacher-from", type=float, default=0.3, help="share of the schedule")
    parser.add_argument("--shrink", type=int, default=1, help="divide sizes, for a try on a CPU")
    parser.add_argument("--start-from", type=Path, help="a .safetensors file of this recipe")
    parser.add_argument(
        "--encoder", type=Path, help="ImageNet's, as .safetensors, for a recipe with a mobile one"
    )
    parser.add_argument(
        "--doubt-by", type=Path, help="RECIPE.safetensors that finds lost hands; default: the start"
    )
    parser.add_argument("--learning-rate", type=float, help="at its peak; default: the recipe's")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--no-graphs", action="store_true", help="launch every kernel by itself")
    parser.add_argument("--no-fused", action="store_true", help="PyTorch's kernels alone")
    arguments = parser.parse_args()
    packs = sorted(arguments.packs.glob("pack-*.npz"))
    if not packs:
        parser.error(f"no packs in {arguments.packs}; run python -m lab.training.pack first")
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    trainer = Trainer(
        arguments.recipe,
        packs,
        arguments.out or Path("lab/training/runs") / arguments.recipe,
        minutes=arguments.minutes,
        seed=arguments.seed,
        device=local_device(arguments.device),
        teacher=arguments.teacher,
        teacher_from=arguments.teacher_from,
        shrink=arguments.shrink,
        start_from=arguments.start_from,
        encoder=arguments.encoder,
        doubt_by=arguments.doubt_by,
        learning_rate=arguments.learning_rate,
        graphs=not arguments.no_graphs,
        fused=not arguments.no_fused,
    )
    if arguments.resume:
        trainer.resume()
    signal.signal(signal.SIGINT, trainer.ask_to_stop)
    signal.signal(signal.SIGTERM, trainer.ask_to_stop)
    trainer.run()
    trainer.ranks.close()


if __name__ == "__main__":
    main()
