"""Batches of several steps made at once and shared out. Skips without PyTorch."""

import random
from dataclasses import replace

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is only needed to train")
pytest.importorskip("cv2", reason="OpenCV reads the packs")

from lab.training.learning import supply  # noqa: E402
from lab.training.learning.supply import shared_out  # noqa: E402
from lab.training.recipes import RECIPES  # noqa: E402
from lab.training.scenes.augment import Scenes  # noqa: E402


@pytest.mark.parametrize("parts", [1, 2, 3])
@pytest.mark.parametrize(("count", "empty"), [(24, 4), (18, 5), (6, 0), (12, 1)])
def test_every_part_has_its_scenes_in_order_with_its_own_empty_rooms(parts, count, empty):
    number = torch.arange(count, dtype=torch.float32)
    planes = number.view(-1, 1, 1, 1)
    # The room of an empty scene is numbered as the scene is.
    rooms = torch.arange(count - empty, count)
    scenes = Scenes(
        planes.expand(-1, 3, 2, 2),
        planes,
        planes,
        number % 2 == 0,
        rooms,
        planes.expand(-1, 4, 2, 2),
        planes,
    )
    shares = shared_out(scenes, planes + 100, parts)
    assert len(shares) == parts
    seen = []
    for share, told in shares:
        mine = share.alpha.flatten()
        assert len(mine) == count // parts
        assert torch.equal(mine, mine.sort().values)
        for planes in (share.pixels, share.plate, share.prop):
            assert torch.equal(planes[:, 0, 0, 0], mine)
        assert torch.equal(told.flatten(), mine + 100)
        assert torch.equal(share.is_exact, mine % 2 == 0)
        standing_empty = mine[mine >= count - empty]
        assert torch.equal(share.room_index.float(), standing_empty)
        # They stand at the end, where the net's answer is looked up.
        assert torch.equal(mine[len(mine) - len(standing_empty) :], standing_empty)
        seen += mine.tolist()
    assert sorted(seen) == number.tolist()


class NumberedScenes:
    """In place of the scene maker: every scene shows its own number; four in ten stand empty."""

    def __init__(self, *unused):
        self.told = []

    def draw(self, count, *, height, width):
        number = torch.arange(count, dtype=torch.float32).view(-1, 1, 1, 1)
        across = torch.linspace(0, 0.5, width).expand(count, 1, height, width)
        pixels = (number + across).expand(-1, 3, -1, -1)
        alpha = (pixels[:, :1] / count).contiguous()
        rooms = torch.arange(count)[-(count * 4 // 10) :]
        plate = torch.cat((pixels, torch.ones_like(alpha)), 1)
        is_exact = number.flatten() % 2 == 0
        ones = torch.ones_like(alpha)
        return Scenes(pixels, alpha, ones, is_exact, rooms, plate, torch.zeros_like(alpha))

    def tell_false_foreground(self, room_index, share):
        self.told.append((room_index, share))


@pytest.mark.parametrize(("steps", "mirrored"), [(1, 0.0), (4, 0.0), (4, 1.0)])
def test_twins_and_answers_belong_to_the_pictures_of_their_own_step(monkeypatch, steps, mirrored):
    monkeypatch.setattr(supply, "SceneMaker", NumberedScenes)
    monkeypatch.setattr(supply, "MIRRORED", mirrored)
    tiny = RECIPES["tiny"]
    recipe = replace(
        tiny,
        architecture=replace(tiny.architecture, in_channels=3),
        degrade=0.0,
        batch_pixels=17 * 16 * 32,
    )
    made = supply.Supply(recipe, None, None, torch.Generator(), random.Random(5))
    all_drawn = made.draw(steps, height=16, width=32, is_taught=True)
    assert len(all_drawn) == steps
    rooms = []
    for drawn in all_drawn:
        batch = drawn.batch
        assert batch.x.shape == (17 + 2, 3, 16, 32)
        assert batch.x.is_contiguous(memory_format=torch.channels_last)
        assert batch.twins == 2
        assert batch.mirrored == mirrored
        assert batch.told is None
        for planes in (batch.x, batch.alpha):
            for twin, original in ((17, 0), (18, 8)):
                moved = torch.roll(planes[original], (batch.shift_y, batch.shift_x), (1, 2))
                assert torch.equal(planes[twin], moved.flip(2) if batch.mirrored else moved)
        # A net that answers with the number of the scene: its rooms are numbered alike.
        made.tell(drawn, torch.logit(batch.x[:, :1].floor() / 1000))
        room_index, share = made._scenes.told[-1]
        torch.testing.assert_close(share * 1000, room_index.float(), rtol=1e-3, atol=1e-3)
        rooms += room_index.tolist()
    assert sorted(rooms) == list(range(17 * steps))[-(17 * steps * 4 // 10) :]
    assert len({(d.batch.shift_y, d.batch.shift_x) for d in all_drawn}) > steps // 2
