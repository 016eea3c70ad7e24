"""Simulated clean plates as the app learns them: mostly right, with faults, or none.

A net trained on perfect plates would fail with real ones. So plates get the faults of learnt ones:
holes where people stood, a shift, earlier light, low confidence, sometimes another place.

    place -> another place (WRONG) -> ghosts -> less noise -> other light -> shift -> holes -> plate
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F

from lab.training.scenes.draws import Draws
from lab.training.scenes.sampling import shading

# Shares of pictures without a plate, which a net must handle first of all. More of the empty rooms:
# with a plate they are easy, and when half of them had one, the false foreground in those without
# tripled. Fewer than all of them: a plate must not be a sign of a person.
NONE, NONE_OF_EMPTY = 0.55, 0.7
WRONG = 0.14  # share of the others with the plate of another picture, half of them with its people
# Shares of plates learnt beside people, with their hole or other pictures' holes; the rest saw the
# room empty.
OWN_HOLE, OTHERS_HOLE = 0.35, 0.5
NUDGED, TURNED = 0.35, 0.1  # shares of plates that are off by less, or by more, than a pixel or two
RELIT, HUNTING, SHADED = 0.6, 0.15, 0.2
GHOSTS = 0.04  # share of plates that hold a piece of the very person, learnt by mistake
PATCHY, UNSURE = 0.2, 0.45
EMPTY_BELOW = 0.5  # of the most alpha in a picture
HOLE_ABOVE = 0.04  # of alpha, around which nothing was learnt
ROLLED = (1, 3)  # which other pictures lend their holes


class PlateMaker:
    """Makes the four channels that a net reads beside the frame.

    Args:
        generator: On the device of the pictures; its state is the whole state.
    """

    def __init__(self, generator: torch.Generator) -> None:
        self._draws = Draws(generator)

    @torch.no_grad()
    def __call__(
        self, frames: torch.Tensor, place: torch.Tensor, alpha: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Frames with sensor noise of their own, and clean plates.

        Args:
            frames: float (N, 3, H, W) in [0, 1].
            place: float (N, 4, H, W): the same scene by the same camera without people, then 1
                where it is known.
            alpha: float (N, 1, H, W): the people in the frames.

        Returns:
            (frames, plates): plates float (N, 4, H, W) as `gpu_unet.network_input` has them: R, G,
            B, 0 where unknown; confidence. All 0 for those that have none.
        """
        n = len(frames)
        draws = self._draws
        is_empty = alpha.amax((1, 2, 3)) < EMPTY_BELOW
        none = torch.where(is_empty, NONE_OF_EMPTY, NONE)
        has = (draws.uniform(n, 0, 1) >= none)[:, None, None, None].float()
        noisy = self._noise(frames)
        colour, known = place[:, :3], place[:, 3:]
        hole = self._holes(torch.maximum(alpha, 1 - known), 1 - known)
        known = (hole <= HOLE_ABOVE).float()
        colour = self._other_places(colour, frames, known)
        colour = self._ghosts(colour, frames)
        # A plate is an average over many frames: less noise than a frame.
        calm = F.avg_pool2d(F.pad(colour, (1, 1, 1, 1), mode="replicate"), 3, stride=1)
        calmed = draws.uniform(n, 0.0, 0.7) * draws.chance(n, 0.5)
        colour = torch.lerp(colour, calm, calmed[:, None, None, None])
        colour = self._other_light(colour)
        colour, known = self._moved(colour, known)
        known = known * self._patches(n, *frames.shape[-2:])
        sure = self._confidence(n, *frames.shape[-2:]) * known
        plates = torch.cat((colour.clamp(0, 1) * known, sure), 1) * has
        return torch.lerp(frames, noisy, has), plates

    def _noise(self, frames: torch.Tensor) -> torch.Tensor:
        """Add noise to the frames alone: frame and plate share all other camera damage."""
        n = len(frames)
        amount = self._draws.uniform(n, 0.0, 0.02) * self._draws.chance(n, 0.7)
        amount = amount + self._draws.uniform(n, 0.0, 0.05) * self._draws.chance(n, 0.12)
        noise = torch.randn(frames.shape, generator=self._draws.generator, device=frames.device)
        return (frames + noise * amount[:, None, None, None]).clamp(0, 1)

    def _holes(self, own: torch.Tensor, unknown: torch.Tensor) -> torch.Tensor:
        """Unlearnt parts of the plate: float (n, 1, H, W).

        A plate learnt beside people has a hole in their shape, which would give the person away.
        So some plates have the holes of other pictures as well, or only those.

        Args:
            own: The people in the picture and the unknown background.
            unknown: The unknown background.
        """
        n, _, height, width = own.shape
        draws = self._draws
        pixel = math.sqrt(height * width) / 256
        reach = draws.uniform(n, 0, 1)[:, None, None, None]

        def grown(plane: torch.Tensor) -> torch.Tensor:
            wide = [_grown(plane, round(radius * pixel)) for radius in (2, 6, 12)]
            return torch.where(reach < 0.4, wide[0], torch.where(reach < 0.75, wide[1], wide[2]))

        own, unknown = grown(own), grown(unknown)
        kind = draws.uniform(n, 0, 1)[:, None, None, None]
        hole = torch.where(kind < OWN_HOLE, own, unknown)
        order = torch.randperm(n, generator=draws.generator, device=own.device)
        for by, share in zip(ROLLED, (OTHERS_HOLE, 0.2), strict=True):
            other = own[order.roll(by)][order.argsort()]
            lent = draws.chance(n, share)[:, None, None, None]
            hole = torch.where(lent, torch.maximum(hole, other), hole)
        return hole

    def _other_places(
        self, colour: torch.Tensor, frames: torch.Tensor, known: torch.Tensor
    ) -> torch.Tensor:
        """Replace some plates by those of another place, as after an unnoticed camera move."""
        n = len(colour)
        order = torch.randperm(n, generator=self._draws.generator, device=colour.device)
        peopled = self._draws.chance(n, 0.5)[:, None, None, None]
        other = torch.where(peopled, frames[order], colour[order])
        return torch.where(self._draws.chance(n, WRONG)[:, None, None, None], other, colour)

    def _ghosts(self, colour: torch.Tensor, frames: torch.Tensor) -> torch.Tensor:
        n, _, height, width = colour.shape
        cloud = self._draws.clouds(n, 4, 6, height=height, width=width)
        held = (cloud > 0.8) & self._draws.chance(n, GHOSTS)[:, None, None, None]
        return torch.where(held, frames, colour)

    def _other_light(self, colour: torch.Tensor) -> torch.Tensor:
        """Change the light: slightly, as after the fit of gain and offset, or more, by a lamp."""
        n, _, height, width = colour.shape
        draws = self._draws
        amount = 0.05 * draws.chance(n, RELIT) + 0.25 * draws.chance(n, HUNTING)
        exposure = draws.normal(n) * amount
        cast = draws.normal(3 * n).view(n, 3) * amount[:, None] * 0.4
        gain = torch.exp(exposure[:, None] + cast)[..., None, None]
        offset = (draws.normal(n) * amount * 0.2)[:, None, None, None]
        shade = shading(n, height, width, draws, strength=0.125)
        shaded = draws.chance(n, SHADED)[:, None, None, None]
        return (colour * gain + offset) * torch.where(shaded, shade, 1.0)

    def _moved(
        self, colour: torch.Tensor, known: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        n, _, height, width = colour.shape
        draws = self._draws
        pixel = math.sqrt(height * width) / 256
        reach = pixel * (0.8 * draws.chance(n, NUDGED) + 3.0 * draws.chance(n, TURNED))
        turn = draws.normal(n) * 0.004 * draws.chance(n, TURNED)
        shift_x, shift_y = (draws.normal(n) * reach * 2 / side for side in (width, height))
        one = torch.ones_like(turn)
        theta = torch.stack(
            (
                torch.stack((one, -turn * height / width, shift_x), 1),
                torch.stack((turn * width / height, one, shift_y), 1),
            ),
            1,
        )
        where = F.affine_grid(theta, [n, 4, height, width], align_corners=False)
        planes = torch.cat((colour, known), 1)
        moved = F.grid_sample(planes, where, "bilinear", "zeros", align_corners=False)
        still = (reach == 0)[:, None, None, None]
        moved = torch.where(still, planes, moved)
        return moved[:, :3], (moved[:, 3:] > 0.99).float()

    def _patches(self, n: int, height: int, width: int) -> torch.Tensor:
        """Plates learnt in patches only: 1 where known, (n, 1, H, W)."""
        cloud = self._draws.clouds(n, 5, 8, height=height, width=width)
        level = self._draws.uniform(n, -0.8, 1.2)[:, None, None, None]
        patchy = self._draws.chance(n, PATCHY)[:, None, None, None]
        return ((cloud < level) | ~patchy).float()

    def _confidence(self, n: int, height: int, width: int) -> torch.Tensor:
        """Confidence (n, 1, H, W) in (0, 1]: mostly 1, in some plates lower, evenly or locally."""
        draws = self._draws
        level = torch.where(draws.chance(n, UNSURE), draws.uniform(n, 0.15, 1.0), 1.0)
        cloud = draws.clouds(n, 4, 6, height=height, width=width) * 0.25
        varied = draws.chance(n, 0.3)[:, None, None, None]
        return (level[:, None, None, None] + cloud * varied).clamp(0.05, 1)


def _grown(plane: torch.Tensor, radius: int) -> torch.Tensor:
    """Dilate by a square of `radius` px: (n, 1, H, W)."""
    size = 2 * radius + 1
    across = F.max_pool2d(plane, (1, size), stride=1, padding=(0, radius))
    return F.max_pool2d(across, (size, 1), stride=1, padding=(radius, 0))
