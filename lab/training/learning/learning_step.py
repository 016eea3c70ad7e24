"""What is learnt from one batch: forward, losses, backward, clipping and the optimiser's step.

On one GPU the whole of it becomes a CUDA graph per size of batch: about 1200 launches are then one,
and the processor's time goes into drawing the next scenes instead.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from typing import Any

import torch

from lab.training.learning.losses import LossWeights, matte_losses, steadiness_loss
from lab.training.learning.parallel import Ranks
from lab.training.network.model import UNet

LARGEST_NORM = 2.0  # of all gradients together
ENCODER_RATE = 0.3  # learning rate of an encoder that knows much already, beside the rest's
# Batches of a size that go the usual way first: kernels are searched and compiled meanwhile, and
# the optimiser makes its state, none of which a capture could hold.
EAGER_FIRST = 2


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Pictures and what is true of them; the last `twins` are copies of earlier ones, moved.

    Attributes:
        x: float (N, C, H, W), channels last, damaged: what the net is fed.
        alpha: float (N, 1, H, W), the truth.
        confidence: float (N, 1, H, W).
        is_exact: bool (N,).
        told: A teacher's alpha, float (N, 1, H, W), or None.
        twins: How many; they belong to every (N - twins) // twins-th picture from the first on.
        shift_y: Rows by which they are moved: whole number, or int64 () on the device.
        shift_x: Columns, likewise.
        mirrored: 1 if they are flipped left to right after that, else 0; likewise.
    """

    x: torch.Tensor
    alpha: torch.Tensor
    confidence: torch.Tensor
    is_exact: torch.Tensor
    told: torch.Tensor | None = None
    twins: int = 0
    shift_y: int | torch.Tensor = 0
    shift_x: int | torch.Tensor = 0
    mirrored: int | torch.Tensor = 0

    @property
    def kind(self) -> tuple[Any, ...]:
        """What one captured graph can stand for."""
        return (tuple(self.x.shape), self.told is not None, self.twins)

    def copied(self) -> Batch:
        """The same with tensors of its own, the shifts on the device, too."""
        values = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in ("shift_y", "shift_x", "mirrored"):
                value = torch.full((), value, dtype=torch.int64, device=self.x.device)
            values[field.name] = value.clone() if isinstance(value, torch.Tensor) else value
        return Batch(**values)

    def take(self, other: Batch) -> None:
        """Overwrite the tensors of a copy; waits for nothing."""
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            if isinstance(theirs, torch.Tensor):
                mine.copy_(theirs)
            elif isinstance(mine, torch.Tensor):
                mine.fill_(theirs)


@dataclass(frozen=True, slots=True, eq=False)
class _Captured:
    graph: torch.cuda.CUDAGraph
    batch: Batch
    names: tuple[str, ...]
    values: torch.Tensor
    logits: torch.Tensor


class LearningStep:
    """Model and optimiser, one batch after the other.

    Args:
        model: In training, on its device.
        losses: Weights of the terms.
        ranks: Gradients are averaged over them; several of them capture nothing.
        device: Device of model and batches.
        learning_rate: To begin with.
        weight_decay: Weight decay of convolutions' weights.
        graphs: Capture where it can be done.
    """

    def __init__(
        self,
        model: UNet,
        losses: LossWeights,
        ranks: Ranks,
        device: torch.device,
        *,
        learning_rate: float,
        weight_decay: float,
        graphs: bool = True,
    ) -> None:
        self._model = model
        self._losses = losses
        self._ranks = ranks
        self._device = device
        self._is_graphed = graphs and device.type == "cuda" and ranks.count == 1
        self.optimizer = torch.optim.AdamW(
            _parameter_groups(model, weight_decay),
            lr=learning_rate,
            fused=device.type == "cuda",
            capturable=self._is_graphed,
        )
        self._captured: dict[tuple[Any, ...], _Captured] = {}
        self._seen: Counter[tuple[Any, ...]] = Counter()
        if self._is_graphed:
            # A captured step reads its learning rate there.
            self._rates = {
                scale: torch.full((), learning_rate * scale, device=device)
                for scale in (1.0, ENCODER_RATE)
            }
            self._stream = torch.cuda.Stream(device)
            self._pool = torch.cuda.graph_pool_handle()

    def set_learning_rate(self, rate: float) -> None:
        """For the batches to come; on every step, because a loaded state brings its own."""
        if self.optimizer.defaults["capturable"]:
            for scale, value in self._rates.items():
                value.fill_(rate * scale)
        for group in self.optimizer.param_groups:
            group["capturable"] = self.optimizer.defaults["capturable"]
            scale = group.get("scale", 1.0)
            group["lr"] = self._rates[scale] if group["capturable"] else rate * scale

    def __call__(self, batch: Batch) -> tuple[dict[str, torch.Tensor], torch.Tensor]:
        """Learn from a batch.

        Returns:
            (the weighted terms of the loss, logits float32 (N, 1, H, W)), on the device; the
            logits are valid until the next call.
        """
        if not self._is_graphed:
            return self._learn(batch)
        captured = self._captured.get(batch.kind)
        if captured is None:
            self._seen[batch.kind] += 1
            if self._seen[batch.kind] <= EAGER_FIRST:
                return self._learn_aside(batch)
            captured = self._capture(batch)
            if captured is None:
                return self._learn(batch)
            self._captured[batch.kind] = captured
        captured.batch.take(batch)
        captured.graph.replay()
        # The next replay writes over these.
        terms = dict(zip(captured.names, captured.values.clone().unbind(), strict=True))
        return terms, captured.logits

    def _learn(self, batch: Batch) -> tuple[dict[str, torch.Tensor], torch.Tensor]:
        self.optimizer.zero_grad(set_to_none=True)
        with torch.autocast(self._device.type, torch.bfloat16, enabled=self._device.type == "cuda"):
            logits = self._model(batch.x)
        logits = logits.float()
        terms = matte_losses(
            logits,
            batch.alpha,
            batch.confidence,
            batch.is_exact,
            self._losses,
            teacher=batch.told,
        )
        if batch.twins:
            # The twins stand at the end and belong to the first photos and composites.
            every = (len(batch.x) - batch.twins) // batch.twins
            steady = steadiness_loss(
                logits[: -batch.twins][::every][: batch.twins],
                logits[-batch.twins :],
                shift_y=batch.shift_y,
                shift_x=batch.shift_x,
                mirrored=batch.mirrored,
            )
            terms["steady"] = self._losses.steady * steady
        loss = torch.stack(list(terms.values())).sum()
        loss.backward()
        self._ranks.average_gradients(self._model.parameters())
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), LARGEST_NORM, foreach=True)
        self.optimizer.step()
        return {name: term.detach() for name, term in terms.items()}, logits.detach()

    def _learn_aside(self, batch: Batch) -> tuple[dict[str, torch.Tensor], torch.Tensor]:
        """The usual way, on the stream on which the capture will be."""
        current = torch.cuda.current_stream(self._device)
        self._stream.wait_stream(current)
        with torch.cuda.stream(self._stream):
            learnt = self._learn(batch)
        current.wait_stream(self._stream)
        return learnt

    def _capture(self, batch: Batch) -> _Captured | None:
        """The step for batches of this kind, recorded and not yet run; None: not possible."""
        copied = batch.copied()
        graph = torch.cuda.CUDAGraph()
        current = torch.cuda.current_stream(self._device)
        try:
            # One pool for all: no two graphs ever run at once, and each begins afresh.
            with torch.cuda.graph(graph, pool=self._pool, stream=self._stream):
                terms, logits = self._learn(copied)
                values = torch.stack(list(terms.values()))
        except RuntimeError as error:
            torch.cuda.set_stream(current)
            self._is_graphed = False
            self._captured.clear()
            reason = (str(error).splitlines() or [type(error).__name__])[0]
            print(f"no CUDA graph of batches {tuple(batch.x.shape)} ({reason}); going on without")
            return None
        return _Captured(graph, copied, tuple(terms), values, logits)


def _parameter_groups(model: UNet, weight_decay: float) -> list[dict[str, Any]]:
    """Decay convolutions' weights only: BatchNorm and biases have nothing to gain from it."""
    encoder = model.encoder_parameters()
    known = {id(p) for p in encoder}
    parts = ((1.0, [p for p in model.parameters() if id(p) not in known]), (ENCODER_RATE, encoder))
    return [
        {
            "params": [p for p in parameters if (p.ndim > 1) == is_decayed],
            "weight_decay": weight_decay if is_decayed else 0.0,
            "scale": scale,
        }
        for scale, parameters in parts
        if parameters
        for is_decayed in (True, False)
    ]
