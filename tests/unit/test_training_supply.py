"""Batches of several steps made at once and shared out. Skips without PyTorch."""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is only needed to train")
pytest.importorskip("cv2", reason="OpenCV reads the packs")

from training.augment import Scenes  # noqa: E402
from training.supply import shared_out  # noqa: E402


@pytest.mark.parametrize("parts", [1, 2, 3])
@pytest.mark.parametrize(("count", "empty"), [(24, 4), (18, 5), (6, 0), (12, 1)])
def test_every_part_has_its_scenes_in_order_with_its_own_empty_rooms(parts, count, empty):
    number = torch.arange(count, dtype=torch.float32)
    planes = number.view(-1, 1, 1, 1)
    # The room of an empty scene is numbered as the scene is.
    rooms = torch.arange(count - empty, count)
    scenes = Scenes(planes.expand(-1, 3, 2, 2), planes, planes, number % 2 == 0, rooms)
    shares = shared_out(scenes, planes + 100, parts)
    assert len(shares) == parts
    seen = []
    for share, told in shares:
        mine = share.alpha.flatten()
        assert len(mine) == count // parts
        assert torch.equal(mine, mine.sort().values)
        assert torch.equal(share.pixels[:, 0, 0, 0], mine)
        assert torch.equal(told.flatten(), mine + 100)
        assert torch.equal(share.is_exact, mine % 2 == 0)
        standing_empty = mine[mine >= count - empty]
        assert torch.equal(share.room_index.float(), standing_empty)
        # They stand at the end, where the net's answer is looked up.
        assert torch.equal(mine[len(mine) - len(standing_empty) :], standing_empty)
        seen += mine.tolist()
    assert sorted(seen) == number.tolist()
