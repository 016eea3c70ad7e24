"""Trainer: one run of one recipe."""

from __future__ import annotations

import copy
import math
import os
import random
import time
from dataclasses import replace
from pathlib import Path
from types import FrameType

import torch
from safetensors.numpy import load_file as load_safetensors
from safetensors.torch import load_file as load_tensors
from torch import nn

from lab.training.export import export_model
from lab.training.learning.doubt import doubt_lost_hands
from lab.training.learning.evaluate import HAND_MASKED, evaluate
from lab.training.learning.learning_step import LearningStep
from lab.training.learning.logbook import FIGURE_NAMES, LOSS_NAMES, append_row, plot
from lab.training.learning.parallel import Ranks
from lab.training.learning.supply import Drawn, Supply
from lab.training.learning.teacher import Teacher
from lab.training.network.mobile import load_imagenet
from lab.training.network.model import UNet, load_file_tensors
from lab.training.recipes import RECIPES, Recipe
from lab.training.scenes.data import load_train, load_val

WARM_UP_STEPS = 200
LOG_EVERY_STEPS = 50
CHECKPOINT_EVERY_S = 45.0
MEASURE_EVERY_S = 150.0
AGREE_EVERY_STEPS = 10  # a wait for the device, and for the other processes if there are any
DRAWN_AT_ONCE = 8  # steps whose scenes are made together, of one size


class Trainer:
    """One run: model, moving average, optimiser, data and clock.

    Args:
        name: Name of the recipe.
        packs: Files of `lab.training.pack`.
        out: Folder for everything written.
        minutes: Length of the whole schedule, resumed parts counted in.
        seed: Seed of weights, drawing and damage.
        device: To train on.
        teacher: Checkpoint of a larger net to learn from; read again while it improves.
        teacher_from: Share of the schedule before which the teacher is not asked.
        shrink: Divides batch and picture sizes, for a try on a small machine.
        start_from: Weights file to begin with.
        encoder: Tensors of an encoder that knows ImageNet, for a recipe with a mobile one.
        doubt_by: Weights file, named like its recipe, of the net whose sight makes labels of lost
            hands doubtful; else it is the one begun with.
        learning_rate: Instead of the recipe's peak.
        graphs: Capture what is learnt from a batch as CUDA graphs.
        fused: Use this project's own kernels for BatchNorm, pooling and doubling.
    """

    def __init__(
        self,
        name: str,
        packs: list[Path],
        out: Path,
        *,
        minutes: float,
        seed: int,
        device: torch.device,
        teacher: Path | None = None,
        teacher_from: float = 0.3,
        shrink: int = 1,
        start_from: Path | None = None,
        encoder: Path | None = None,
        doubt_by: Path | None = None,
        learning_rate: float | None = None,
        graphs: bool = True,
        fused: bool = True,
    ) -> None:
        self.name = name
        self.recipe: Recipe = RECIPES[name]
        if learning_rate is not None:
            self.recipe = replace(self.recipe, learning_rate=learning_rate)
        self.ranks = Ranks(device)
        self.out = out
        self.seconds = minutes * 60
        self.device = device
        self.shrink = shrink
        torch.manual_seed(seed)
        self.host = random.Random(seed)
        # Sizes and shifts are drawn alike by all processes, pictures are not.
        self.generator = torch.Generator(device=device).manual_seed(seed + 1000 * self.ranks.rank)
        self.model = UNet(self.recipe.architecture).to(device, memory_format=torch.channels_last)
        if start_from is not None:
            load_file_tensors(self.model, load_safetensors(start_from))
        elif encoder is not None:
            load_imagenet(self.model, load_tensors(encoder))
        self.model.is_fused = fused
        self.average = copy.deepcopy(self.model).eval().requires_grad_(False)
        self._averaged, self._learnt = _floats(self.average), _floats(self.model)
        self.learn = LearningStep(
            self.model,
            self.recipe.losses,
            self.ranks,
            device,
            learning_rate=self.recipe.learning_rate,
            weight_decay=self.recipe.weight_decay,
            graphs=graphs,
        )
        self.rate = self.recipe.learning_rate
        people, rooms, things = load_train(packs, device)
        judge: UNet | None = self.model if start_from else None
        if doubt_by is not None:
            judge = UNet(RECIPES[doubt_by.stem].architecture)
            load_file_tensors(judge, load_safetensors(doubt_by))
            judge.to(device, memory_format=torch.channels_last)
        if judge is not None:
            share = doubt_lost_hands(people, judge)
            del judge
            print(f"{name}: lost hands are doubted in {share:.1%} of the pseudo-labels")
        self.val_people, self.val_rooms = load_val(packs)
        self.supply = Supply(
            self.recipe,
            people,
            rooms,
            self.generator,
            self.host,
            things=things,
            teacher=Teacher(teacher, device) if teacher else None,
            shrink=shrink,
        )
        self._drawn: list[Drawn] = []
        print(
            f"{name}: {len(people.names)} pictures, {len(rooms.names)} rooms and "
            f"{len(things.planes)} things to train on",
            flush=True,
        )
        self.teacher_from = teacher_from
        self.step = 0
        self.images = 0
        self.elapsed_before_s = 0.0
        self.progress = 0.0
        self.started_s = time.monotonic()
        self.stop_asked = False

    @property
    def elapsed_s(self) -> float:
        """Seconds of training in all, resumed parts counted in."""
        return self.elapsed_before_s + time.monotonic() - self.started_s

    def ask_to_stop(self, signum: int, frame: FrameType | None) -> None:
        """Signal handler: finish the step, save, leave."""
        self.stop_asked = True

    def run(self) -> None:
        """Train until the time is over or a stop is asked; then save, measure and export."""
        self.out.mkdir(parents=True, exist_ok=True)
        self.started_s = time.monotonic()
        last_checkpoint_s = last_measure_s = last_log_s = self.elapsed_s
        images_logged = self.images
        sums: dict[str, torch.Tensor] = {}
        while not self._is_over():
            for name, term in self._step().items():
                sums[name] = sums[name] + term if name in sums else term
            if not self.ranks.is_first:
                continue
            if self.step % LOG_EVERY_STEPS == 0:
                now = self.elapsed_s
                rate = (self.images - images_logged) / max(1e-6, now - last_log_s)
                row = {name: round(s.item() / LOG_EVERY_STEPS, 5) for name, s in sums.items()}
                self._log(row, rate)
                last_log_s, images_logged, sums = now, self.images, {}
            if self.elapsed_s - last_checkpoint_s > CHECKPOINT_EVERY_S:
                self.save()
                last_checkpoint_s = self.elapsed_s
            if self.elapsed_s - last_measure_s > MEASURE_EVERY_S:
                self._measure(quick=True)
                last_measure_s = self.elapsed_s
        if not self.ranks.is_first:
            return
        self.save()
        self._measure(quick=False)
        plot(self.out)
        (self.out / "DONE").write_text("stopped\n" if self.stop_asked else "finished\n")
        print(f"{self.name}: {self.step} steps, {self.images} pictures, {self.elapsed_s:.0f} s")

    def _is_over(self) -> bool:
        """Read the clock now and then, so that all processes stop, and slow down, together."""
        if self.step % AGREE_EVERY_STEPS == 0:
            mine = 1.0 if self.stop_asked else min(1.0, self.elapsed_s / self.seconds)
            self.progress = self.ranks.agree(mine)
        return self.progress >= 1.0

    def _step(self) -> dict[str, torch.Tensor]:
        recipe = self.recipe
        rate = recipe.learning_rate * min(1.0, (self.step + 1) / WARM_UP_STEPS)
        self.rate = rate * max(0.005, 0.5 * (1 + math.cos(math.pi * self.progress)))
        self.learn.set_learning_rate(self.rate)
        if not self._drawn:
            height, width = self._size()
            is_taught = self.progress >= self.teacher_from
            self._drawn = self.supply.draw(
                DRAWN_AT_ONCE, height=height, width=width, is_taught=is_taught
            )
        drawn = self._drawn.pop(0)
        terms, logits = self.learn(drawn.batch)
        self.supply.tell(drawn, logits)
        self.step += 1
        self.images += len(drawn.batch.x)
        self._update_average()
        return terms

    @torch.no_grad()
    def _update_average(self) -> None:
        # Short memory at first, so that the average is never dragged by the untrained start.
        decay = min(self.recipe.ema, (1 + self.step) / (10 + self.step))
        torch._foreach_lerp_(self._averaged, self._learnt, 1 - decay)

    def _size(self) -> tuple[int, int]:
        step = 2**self.model.architecture.depth
        recipe = self.recipe
        height, width = self.host.choice(recipe.sizes)
        # A size that the net's depth does not divide goes up or down by chance.
        lift = self.host.random()
        height, width = (
            max(step, int(side / self.shrink / step + lift) * step)
            if side % (step * self.shrink)
            else side // self.shrink
            for side in (height, width)
        )
        return height, width

    def save(self) -> None:
        """Write checkpoint.pt and the moving average, each whole or not at all."""
        unfinished = self.out / "checkpoint.part"
        torch.save(
            {
                "recipe": self.name,
                "model": self.model.state_dict(),
                "average": self.average.state_dict(),
                "optimizer": self.learn.optimizer.state_dict(),
                "generator": self.generator.get_state(),
                "step": self.step,
                "images": self.images,
                "elapsed_s": self.elapsed_s,
            },
            unfinished,
        )
        os.replace(unfinished, self.out / "checkpoint.pt")
        export_model(self.average, self.recipe, self.out / self.name)

    def resume(self) -> None:
        """Go on from checkpoint.pt; without one, start afresh."""
        path = self.out / "checkpoint.pt"
        if not path.exists():
            print(f"{self.name}: no checkpoint in {self.out}, starting afresh")
            return
        state = torch.load(path, map_location=self.device, weights_only=True)
        if state["recipe"] != self.name:
            raise ValueError(
                f"{path} belongs to the recipe {state['recipe']}, not {self.name}; "
                "give another --out"
            )
        self.model.load_state_dict(state["model"])
        self.average.load_state_dict(state["average"])
        self.learn.optimizer.load_state_dict(state["optimizer"])
        if self.ranks.is_first:
            self.generator.set_state(state["generator"].cpu())
        else:
            self.generator.manual_seed(state["step"] + 1000 * self.ranks.rank)
        self.step, self.images = state["step"], state["images"]
        self.elapsed_before_s = state["elapsed_s"]
        self.host.seed(self.step)
        self._drawn.clear()

    def _measure(self, *, quick: bool) -> None:
        people = [p for p in self.val_people if p.dataset in HAND_MASKED]
        budgets = (256 * 256,)
        if not quick:
            people = self.val_people
            budgets = tuple(sorted({256 * 256, self.recipe.input_pixels}))
        if self.shrink > 1:
            people = people[:: 4 * self.shrink]
        for budget in budgets:
            figures = evaluate(
                self.average,
                people + self.val_rooms[:: 4 if quick else 1],
                input_pixels=budget,
                device=self.device,
            )
            row = {"step": self.step, "elapsed_s": round(self.elapsed_s, 1), "input": budget}
            row |= {name: round(figures.get(name, math.nan), 5) for name in FIGURE_NAMES}
            append_row(self.out / "val.csv", row)
            print(f"{self.name}: val {row}", flush=True)

    def _log(self, row: dict[str, float], rate: float) -> None:
        left_s = self.seconds - self.elapsed_s
        head = {
            "step": self.step,
            "elapsed_s": round(self.elapsed_s, 1),
            "pictures_per_s": round(rate, 1),
            "learning_rate": round(self.rate, 7),
        }
        # "distil" may begin in mid-run: the columns are fixed so that the file stays one table.
        append_row(self.out / "log.csv", head | {name: row.get(name, "") for name in LOSS_NAMES})
        if self.step % (LOG_EVERY_STEPS * 4) == 0 or self.shrink > 1:
            print(f"{self.name}: {head} {row}, {left_s / 60:.1f} min left", flush=True)


def _floats(model: nn.Module) -> list[torch.Tensor]:
    """Parameters and running statistics, the model's own tensors."""
    return [t for t in model.state_dict().values() if t.is_floating_point()]
