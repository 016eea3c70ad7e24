"""Clean plates as a net is given them in training. Skips without PyTorch."""

from dataclasses import replace

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is only needed to train")
pytest.importorskip("cv2", reason="OpenCV reads the packs")

from lab.training.network.model import UNet, file_tensors, load_file_tensors  # noqa: E402
from lab.training.recipes import RECIPES  # noqa: E402
from lab.training.scenes.clean_plates import NONE, NONE_OF_EMPTY, PlateMaker  # noqa: E402
from lab.training.scenes.degrade import Degrader  # noqa: E402


def _scenes(count: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Frames, the place without people and alpha: somebody white before a smooth grey room."""
    alpha = torch.zeros((count, 1, 64, 96))
    alpha[:, :, 24:, 30:60] = 1
    room = torch.linspace(0.2, 0.6, 96).expand(count, 3, 64, 96)
    frames = room * (1 - alpha) + alpha
    return frames, torch.cat((room, torch.ones_like(alpha)), 1), alpha


def test_half_of_the_pictures_have_a_plate_and_what_is_unknown_is_black():
    frames, place, alpha = _scenes(300)
    place[:150, 3:] = 1 - alpha[:150]
    seen, plates = PlateMaker(torch.Generator().manual_seed(1))(frames, place, alpha)
    has = plates[:, 3].flatten(1).any(1)
    assert abs(has.float().mean() - (1 - NONE)) < 0.08
    assert plates.min() >= 0
    assert plates.max() <= 1
    unknown = plates[:, 3:] == 0
    assert (plates[:, :3] * unknown).max() == 0
    assert torch.equal(seen[~has], frames[~has]), "without a plate nothing is changed"
    inside = alpha.bool()
    inside[150:] = False  # of photos nothing is known where people stand, nor close to them
    right = has & ((plates[:, :3] - place[:, :3]).abs().mean((1, 2, 3)) < 0.5)
    known_inside = (plates[:, 3:] > 0) & inside & right[:, None, None, None]
    assert known_inside.float().sum() < 0.02 * inside.sum(), "but for plates that were nudged"


def test_fewer_empty_places_have_a_plate():
    frames, place, alpha = _scenes(400)
    alpha[::2] = 0
    frames[::2] = place[::2, :3]
    _, plates = PlateMaker(torch.Generator().manual_seed(4))(frames, place, alpha)
    has = plates[:, 3].flatten(1).any(1).float()
    assert abs(has[::2].mean() - (1 - NONE_OF_EMPTY)) < 0.1
    assert abs(has[1::2].mean() - (1 - NONE)) < 0.1


def test_a_hole_does_not_say_that_somebody_stands_in_it():
    frames, place, alpha = _scenes(400)
    alpha[::2] = 0  # nobody in every second
    frames[::2] = place[::2, :3]
    _, plates = PlateMaker(torch.Generator().manual_seed(2))(frames, place, alpha)
    holes = [(p[3, 40:, 38:52] == 0).float().mean() > 0.9 and p[3].any() for p in plates]
    empty, peopled = (sum(map(bool, holes[start::2])) for start in (0, 1))
    assert empty > 0.25 * peopled


def test_frame_and_plate_go_through_the_same_camera():
    x = torch.rand((40, 3, 32, 48), generator=torch.Generator().manual_seed(2))
    degrader = Degrader(torch.Generator().manual_seed(3))
    first, second = degrader.alike(x, x.clone())
    assert torch.equal(first, second)
    assert not torch.equal(first, degrader(x)), "and the next pictures through another"


def test_a_net_begun_from_one_without_memory_answers_as_it_did():
    torch.manual_seed(4)
    with_plate = RECIPES["tiny"].architecture
    old = UNet(replace(with_plate, in_channels=3)).eval()
    torch.nn.init.normal_(old.layers["head"].weight)
    new = UNet(with_plate).eval()
    load_file_tensors(new, file_tensors(old))
    x = torch.rand((2, 3, 32, 48))
    plate = torch.rand((2, 4, 32, 48))
    with torch.no_grad():
        expected = old(x)
        torch.testing.assert_close(new(x), expected, msg="R, G, B alone")
        torch.testing.assert_close(new(torch.cat((x, plate), 1)), expected)
        assert expected.std() > 0
