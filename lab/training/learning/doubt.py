"""Ignore pseudo-labels where they probably lost a hand, so that hands are not learnt as room.

The labelling networks lose raised hands together, so their agreement is no evidence there. A pixel
is ignored where the run's initial net sees a person, the label does not, and the pixel has the
colour of skin. Elsewhere the label counts: most of what a net sees beyond it is the net's error.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F

from lab.training.network.model import UNet
from lab.training.scenes.data import CANVAS_PX, CORRECTED, TAUGHT, People
from lab.training.scenes.sampling import skin

SEEN, UNLABELLED = 0.7, 0.3  # our alpha above, the label's below
LOOK_PX = 448  # side of the net's input for a canvas
LEAST_PX, AROUND_PX = (
    7,
    15,
)  # narrower differences are edges; what lies around a hand is doubted, too


@torch.no_grad()
def doubt_lost_hands(people: People, model: UNet, *, batch: int = 16) -> float:
    """Set the confidence of `people`'s pseudo-labels to 0 where hands seem to be lost, in place.

    Args:
        people: On the model's device.
        model: Finished; used in eval mode.
        batch: Pictures at a time.

    Returns:
        Share of the pseudo-labelled pictures of which something is doubted.
    """
    was_training = model.training
    model.eval()
    is_sure = [dataset in CORRECTED or dataset in TAUGHT for dataset in people.datasets]
    doubtful = people.is_pseudo & ~torch.tensor(is_sure, device=people.planes.device)
    index = doubtful.nonzero()[:, 0]
    doubted = torch.zeros((), device=people.planes.device)
    for some in index.split(batch):
        planes = people.planes[some, :5].float() / 255
        alpha = _alpha(model, planes[:, :3])
        lost = (alpha > SEEN) & (planes[:, 3:4] < UNLABELLED)
        lost &= F.avg_pool2d(skin(planes[:, :3]).float(), 5, stride=1, padding=2) > 0.5
        solid = -F.max_pool2d(-lost.float(), LEAST_PX, stride=1, padding=LEAST_PX // 2)
        around = F.max_pool2d(solid, AROUND_PX, stride=1, padding=AROUND_PX // 2) > 0
        confidence = people.planes[some, 4]
        people.planes[some, 4] = torch.where(around[:, 0], torch.zeros_like(confidence), confidence)
        doubted += around.flatten(1).any(1).sum()
    model.train(was_training)
    return float(doubted / max(1, len(index)))


def _alpha(model: UNet, pixels: torch.Tensor) -> torch.Tensor:
    """Flip-test average of alpha for canvases (n, 3, S, S): (n, 1, S, S)."""
    step = 2**model.architecture.depth
    side = max(step, round(LOOK_PX * pixels.shape[-1] / CANVAS_PX / step) * step)
    x = F.interpolate(pixels, size=(side, side), mode="bilinear", align_corners=False)
    both = torch.cat((x, x.flip(-1))).contiguous(memory_format=torch.channels_last)
    with torch.autocast(x.device.type, torch.bfloat16, enabled=x.device.type == "cuda"):
        told, mirrored = torch.sigmoid(model(both).float()).chunk(2)
    mean = (told + mirrored.flip(-1)) / 2
    return F.interpolate(mean, size=pixels.shape[-2:], mode="bilinear", align_corners=False)
