"""Scenes: what is drawn, worn, placed and damaged. Skips without PyTorch."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is only needed to train")
pytest.importorskip("cv2", reason="OpenCV reads the packs")

from lab.training.learning.doubt import doubt_lost_hands  # noqa: E402
from lab.training.recipes import RECIPES  # noqa: E402
from lab.training.scenes.augment import MINED_AT_MOST, SceneMaker, SceneMix  # noqa: E402
from lab.training.scenes.cut_outs import CutOuts  # noqa: E402
from lab.training.scenes.data import People, Things, _hazy, load_train  # noqa: E402
from lab.training.scenes.degrade import DAMAGED, Degrader  # noqa: E402
from lab.training.scenes.draws import Draws  # noqa: E402
from lab.training.scenes.furniture import Furniture  # noqa: E402
from lab.training.scenes.limbs import with_arm  # noqa: E402
from lab.training.scenes.overlays import blurred_behind, dyed, framed, relit, seated, shaded  # noqa: E402
from lab.training.scenes.sampling import convolved, on_some, sample  # noqa: E402
from lab.training.scenes.seats import seats_centre  # noqa: E402
from lab.training.scenes.things import props_before, seats_around, things_behind  # noqa: E402

CPU = torch.device("cpu")


def test_scenes_are_pictures_with_alpha_and_confidence_in_range(packs):
    people, rooms, _ = load_train(packs, CPU)
    maker = SceneMaker(people, rooms, torch.Generator().manual_seed(1))
    scenes = maker.draw(16, height=48, width=80)
    assert scenes.pixels.shape == (16, 3, 48, 80)
    for plane in (scenes.pixels, scenes.alpha, scenes.confidence, scenes.plate, scenes.prop):
        assert torch.isfinite(plane).all()
        assert plane.min() >= 0
        assert plane.max() <= 1 + 1e-5
    mix = SceneMix()
    photos, composites = round(16 * mix.photos), round(16 * mix.composites)
    before_photos = composites // 3
    assert scenes.is_exact.sum() == 16 - photos - before_photos
    empty = len(scenes.room_index)
    assert empty == 16 - photos - composites
    assert scenes.alpha[-empty:].max() == 0, "the last scenes are empty rooms"
    known = scenes.plate[:photos, 3:] == 1
    beside = scenes.alpha[:photos] == 0
    hidden = scenes.alpha[:photos] > 0.5
    # But for an arm that was drawn into the photo.
    assert (known & hidden).sum() < 0.1 * hidden.sum(), "photos hide what is behind people"
    difference = (scenes.pixels[:photos] - scenes.plate[:photos, :3]).abs()
    assert (difference * (known & beside)).max() < 1e-5


def test_rooms_that_fooled_the_net_are_drawn_more_often(packs):
    people, rooms, _ = load_train(packs, CPU)
    maker = SceneMaker(people, rooms, torch.Generator().manual_seed(1), SceneMix(0.0, 0.0))
    hard = torch.tensor([2])
    for _ in range(8):
        maker.tell_false_foreground(hard, torch.tensor([0.5]))
    drawn = maker.draw(400, height=16, width=16).room_index
    share = (drawn == 2).float().mean() * len(rooms.names)
    assert 2 < share < MINED_AT_MOST


def test_a_label_s_haze_is_not_learnt_but_its_hair_is():
    mask = np.zeros((60, 80), np.uint8)
    mask[20:, :40] = 255
    mask[20:, 40:44] = 128  # an edge as soft as hair
    mask[44:, 60:] = 128  # half a shoulder in the corner
    hazy = _hazy(mask)
    assert hazy[50:, 66:].all()
    assert not hazy[:, :50].any()
    assert not _hazy(np.full((60, 80), 255, np.uint8)).any()


def test_a_frame_shows_nobody_outside_and_knows_it():
    planes = torch.full((30, 10, 40, 60), 0.5)
    planes[:, 3] = 1.0
    shown = framed(planes, Draws(torch.Generator().manual_seed(1)))
    outside = shown[:, 3] == 0
    assert outside.any()
    assert (shown[:, 4][outside] == 1).all()
    assert (shown[:, 8][outside] == 1).all(), "whoever knows the empty place knows its bars"
    assert torch.equal(
        shown[:, :3].transpose(0, 1)[:, outside], shown[:, 5:8].transpose(0, 1)[:, outside]
    )
    assert (shown[:, :, 20, 30] == planes[:, :, 20, 30]).all()


def test_other_light_and_blur_leave_alpha_and_surely_inside_pixels_apart():
    draws = Draws(torch.Generator().manual_seed(1))
    planes = torch.rand((12, 5, 48, 64), generator=draws.generator)
    planes[:, 3] = 0.0
    planes[:, 3, 8:, 20:44] = 1.0
    person = planes[:, 3:4] == 1
    for change in (lambda some: relit(some, draws), blurred_behind):
        out = change(planes)
        assert torch.equal(out[:, 3:], planes[:, 3:])
        assert (out[:, :3] - planes[:, :3]).abs().mean() > 0.01
        assert out.min() >= 0
        assert out.max() <= 1
    assert torch.equal(blurred_behind(planes) * person, planes * person)
    white = torch.ones_like(planes)
    white[:, 3] = planes[:, 3]
    white[:, :3] *= 1 - planes[:, 3:4]  # black people before white: no grey may surround them
    assert (blurred_behind(white)[:, :3] * ~person >= 0.99 * ~person).all()


def test_furniture_stands_behind_people_and_is_surely_no_person():
    furniture = Furniture(Draws(torch.Generator().manual_seed(1)))
    planes = torch.full((40, 5, 48, 64), 0.5)
    planes[:, 3] = 0.0
    planes[:, 3, 12:, 20:44] = 1.0  # somebody in the middle, of whom nothing may be hidden
    planes[:, 4] = 0.3
    texture = torch.rand((40, 3, 48, 64), generator=torch.Generator().manual_seed(2))
    outline = torch.ones_like(texture[:, :1])
    outline[:20, :, :30] = 0.0  # half of the clothes hang in the lower part of the frame
    out = furniture.behind(planes, texture, (texture.flip(2), outline))
    person = planes[:, 3:4] == 1
    assert torch.equal(out[:, 3:4], planes[:, 3:4])
    assert torch.equal(out * person, planes * person)
    changed = (out[:, :3] != planes[:, :3]).any(1)
    assert (changed.flatten(1).any(1)).float().mean() > 0.8
    solid = (out[:, 4] > 0.999) & (planes[:, 3] == 0)
    assert solid.flatten(1).any(1).float().mean() > 0.8, "where a thing is, nobody is, for sure"
    assert out[:, :3].min() >= 0
    assert out[:, :3].max() <= 1
    at_sides = changed[:, :, 0].any(1) | changed[:, :, -1].any(1)
    assert at_sides.float().mean() > 0.3, "things are cut off by the frame, too"


def test_real_things_stand_behind_people_and_are_surely_no_person():
    planes = torch.full((40, 5, 48, 64), 0.5)
    planes[:, 3] = 0.0
    planes[:, 3, 12:, 20:44] = 1.0  # somebody in the middle, of whom nothing may be hidden
    planes[:, 4] = 0.3
    cut_out = torch.zeros((2, 4, 32, 32), dtype=torch.uint8)
    cut_out[:, 0, :, :16] = 255  # the left half of each is a thing, the rest is keyed away
    cut_out[:, 1:] = 255
    things = Things(cut_out, torch.full((2, 2), 32.0), torch.tensor([True, False]))
    out = things_behind(planes, things, Draws(torch.Generator().manual_seed(1)))
    person = planes[:, 3:4] == 1
    assert torch.equal(out[:, 3:4], planes[:, 3:4])
    assert torch.equal(out * person, planes * person)
    changed = (out[:, :3] != planes[:, :3]).any(1)
    assert changed.flatten(1).any(1).float().mean() > 0.7
    assert (out[:, 4] > planes[:, 4])[~changed].sum() == 0, "sure only where a thing is seen"


def test_a_third_of_the_seats_are_cut_by_a_side_of_the_frame_and_nothing_else_moves():
    draws = Draws(torch.Generator().manual_seed(5))
    is_seat = torch.arange(4000) % 2 == 0
    centre = seats_centre(draws, torch.full((4000,), 0.5), is_seat)
    assert (centre[~is_seat] == 0.5).all()
    left, right = (centre[is_seat] < 0.12).float().mean(), (centre[is_seat] > 0.88).float().mean()
    assert left == pytest.approx(0.175, abs=0.03)
    assert right == pytest.approx(0.175, abs=0.03)


def test_what_somebody_holds_is_theirs_and_is_said_to_be_held():
    planes = torch.zeros((30, 6, 48, 64))
    planes[:, 3, 12:, 20:44] = 1.0
    cut_out = torch.full((2, 4, 32, 32), 255, dtype=torch.uint8)
    things = Things(cut_out, torch.full((2, 2), 32.0), torch.tensor([True, False]))
    out = props_before(planes, things, Draws(torch.Generator().manual_seed(1)))
    held = out[:, 5] > 0.7
    assert held.flatten(1).any(1).float().mean() > 0.9
    assert (out[:, 3][held] > 0.7).all()
    assert (out[:, 4][held] > 0.7).all()
    assert (held & (planes[:, 3] == 1)).flatten(1).any(1).float().mean() > 0.9, "before them"
    assert torch.equal(out[:, 3][~held & (out[:, 5] == 0)], planes[:, 3][~held & (out[:, 5] == 0)])


def test_a_chair_belongs_to_the_room_and_its_arm_rests_hide_sleeves():
    planes = torch.zeros(64, 10, 48, 64)
    planes[:, :3] = 0.5
    planes[:, 3, 12:, 20:44] = 1.0
    planes[:, 8] = 1.0
    cut_out = torch.full((2, 4, 32, 32), 255, dtype=torch.uint8)
    cut_out[1] = 0
    things = Things(cut_out, torch.full((2, 2), 32.0), torch.tensor([True, False]))
    out = seats_around(planes, things, Draws(torch.Generator().manual_seed(1)))
    changed = (out[:, :3] != planes[:, :3]).any(1)
    was_person = planes[:, 3] == 1
    hides = was_person & (out[:, 3] < 0.5)
    assert 0.2 < hides.any(2).any(1).float().mean() < 0.8, "half of the chairs have arm rests"
    assert not (changed & was_person & (out[:, 3] == 1)).any(), "the person is before the back"
    assert (changed & ~was_person).any(2).any(1).float().mean() > 0.9, "the back is to be seen"
    assert (out[:, 4][hides] > 0.5).all()
    assert (out[:, 4][changed & ~was_person] > 0).all()
    assert (out[:, 3] <= planes[:, 3]).all()
    torch.testing.assert_close(out[:, 5:8][:, :, 0, 0], planes[:, 5:8][:, :, 0, 0])
    assert (out[:, 5:8] != planes[:, 5:8]).any(), "the empty place has the chair"


def test_a_shadow_falls_on_what_is_behind_people_and_on_nothing_else():
    planes = torch.full((20, 5, 48, 64), 0.5)
    planes[:, 3] = 0.0
    planes[:, 3, 12:, 20:44] = 1.0
    out = shaded(planes, Draws(torch.Generator().manual_seed(1)))
    person = planes[:, 3] == 1
    assert torch.equal(out[:, 3:], planes[:, 3:])
    assert (out[:, 0][person] == 0.5).all()
    assert (out[:, :3] <= planes[:, :3]).all()
    assert (out[:, 0] < 0.48).flatten(1).any(1).float().mean() > 0.5


def test_a_table_hides_people_from_below_and_is_surely_no_person():
    planes = torch.full((20, 10, 48, 64), 0.5)
    planes[:, 3] = 1.0
    planes[:, 4] = 0.2
    planes[:, 8] = 0.0
    texture = torch.rand((20, 3, 48, 64), generator=torch.Generator().manual_seed(2))
    out = seated(planes, texture, Draws(torch.Generator().manual_seed(1)))
    hidden = out[:, 3] == 0
    assert hidden[:, -1].float().mean() > 0.5
    assert not hidden[:, :24].any(), "tables do not reach up to people's faces"
    assert (out[:, 4][hidden] == 1).all()
    assert (out[:, 8][hidden] == 1).all(), "the table stands in the empty place, too"
    assert torch.equal(
        out[:, :3].transpose(0, 1)[:, hidden], out[:, 5:8].transpose(0, 1)[:, hidden]
    )
    shown = out[:, 3] == 1
    assert torch.equal(
        out[:, :3].transpose(0, 1)[:, shown], planes[:, :3].transpose(0, 1)[:, shown]
    )


def test_only_bare_skin_that_a_label_lost_is_doubted():
    planes = torch.zeros((4, 8, 64, 64), dtype=torch.uint8)
    planes[:, 4] = 255
    planes[:, :3, 20:44, 20:44] = torch.tensor([220, 170, 140], dtype=torch.uint8)[:, None, None]
    planes[1, :3, 20:44, 20:44] = 90  # a grey thing that the net takes, and the label does not
    people = People(
        planes,
        size=torch.full((4, 2), 64.0),
        box=torch.zeros((4, 4)),
        touches=torch.zeros((4, 4), dtype=torch.bool),
        weight=torch.ones(4),
        composite_weight=torch.ones(4),
        is_pseudo=torch.tensor([True, True, False, True]),
        names=["hand", "thing", "by hand", "by the committee"],
        datasets=[*["pseudo_hands"] * 3, "teach_seat"],
    )

    class SeesBrightness(torch.nn.Module):
        architecture = RECIPES["tiny"].architecture

        def forward(self, x):
            return 40 * (x.mean(1, keepdim=True) - 0.2)

    assert doubt_lost_hands(people, SeesBrightness()) == 0.5
    assert (people.planes[0, 4, 24:40, 24:40] == 0).all()
    assert (people.planes[0, 4, :8] == 255).all()
    assert (people.planes[1:, 4] == 255).all()


def test_clothes_that_hang_are_neither_head_nor_skin_and_the_rest_has_no_outline():
    planes = torch.zeros((1, 8, 64, 64), dtype=torch.uint8)
    planes[:, 3, 4:60, 20:44] = planes[:, 4] = 255
    planes[:, 5:] = torch.tensor([40, 60, 200], dtype=torch.uint8)[:, None, None]  # a blue coat
    planes[:, 5:, 4:16] = torch.tensor([220, 170, 140], dtype=torch.uint8)[:, None, None]  # a face
    planes[:, 5:, 36:40] = planes[:, 5:, 4:8]  # hands
    ones = torch.ones(1)
    people = People(
        planes,
        size=torch.tensor([[64.0, 64.0]]),
        box=torch.tensor([[20.0, 4.0, 44.0, 60.0]]),
        touches=torch.zeros((1, 4), dtype=torch.bool),
        weight=ones,
        composite_weight=ones,
        is_pseudo=torch.zeros(1, dtype=torch.bool),
        names=["a"],
        datasets=["vikram"],
    )
    cut_outs = CutOuts(people, Draws(torch.Generator().manual_seed(3)))
    colour, outline = cut_outs.clothes(60, height=48, width=64)
    hangs = outline.amin((1, 2, 3)) < 0.5
    assert 15 < hangs.sum() < 45
    assert (outline[~hangs] == 1).all()
    worn = (outline[hangs] > 0.9).expand(-1, 3, -1, -1)
    assert worn.any()
    blue_above_red = (colour[:, 2:] - colour[:, :1])[hangs]
    bare = blue_above_red[worn[:, :1]] < 0.3
    assert bare.float().mean() < 0.03, "nothing of the face or the hands but their blurred rims"
    above = outline[hangs][:, 0].amax(2).cumsum(1) == 0  # rows before the coat begins
    assert above[:, 0].float().mean() > 0.5, "it begins below a neck, not at the frame's top"


def test_the_same_seed_draws_the_same_scenes(packs):
    people, rooms, _ = load_train(packs, CPU)
    first, second = (
        SceneMaker(people, rooms, torch.Generator().manual_seed(4)).draw(8, height=32, width=32)
        for _ in range(2)
    )
    assert torch.equal(first.pixels, second.pixels)


def test_damage_keeps_shape_and_range_and_none_changes_nothing():
    x = torch.rand((20, 3, 32, 48), generator=torch.Generator().manual_seed(2))
    damaged = Degrader(torch.Generator().manual_seed(3))(x)
    assert damaged.shape == x.shape
    assert torch.isfinite(damaged).all()
    assert damaged.min() >= 0
    assert damaged.max() <= 1
    same = (damaged - x).abs().amax((1, 2, 3)) == 0
    assert same.sum() == 20 - round(20 * DAMAGED), "the others stay as they were"


def test_block_transform_is_lossless_without_quantisation():
    degrader = Degrader(torch.Generator().manual_seed(0))
    planes = torch.rand((2, 1, 16, 24))
    coded = degrader._quantised(planes, torch.full((2, 1, 1, 1), 1e-5))
    torch.testing.assert_close(coded, planes, rtol=0, atol=2e-5)


def test_on_some_changes_exactly_its_share():
    x = torch.zeros((10, 1, 2, 2))
    changed = on_some(x, 0.3, lambda some: some + 1, torch.Generator().manual_seed(1))
    assert changed.sum() == 3 * 4


def test_convolved_gives_each_picture_its_own_kernel():
    x = torch.rand((2, 3, 9, 9))
    kernels = torch.zeros((2, 3, 3))
    kernels[0, 1, 1] = 1
    kernels[1, 1, 2] = 1  # the pixel to the right
    out = convolved(x, kernels)
    torch.testing.assert_close(out[0], x[0])
    torch.testing.assert_close(out[1, :, :, :-1], x[1, :, :, 1:])


def _somebody() -> torch.Tensor:
    """Two scenes (2, 5, 64, 96): a grey person in the middle of a blue room, and nobody."""
    planes = torch.zeros((2, 5, 64, 96))
    planes[:, 2] = 0.8
    planes[:, 4] = 0.5
    planes[0, :3, 20:, 30:60] = 0.4
    planes[0, 3, 20:, 30:60] = 1
    return planes


def test_an_arm_belongs_to_somebody_and_to_nobody_else():
    scenes = _somebody()
    reached = 0.0
    for seed in range(6):
        drawn = with_arm(scenes, Draws(torch.Generator().manual_seed(seed)))
        assert torch.isfinite(drawn).all()
        assert drawn.min() >= 0
        assert drawn.max() <= 1
        assert (drawn[:, 3:] >= scenes[:, 3:]).all(), "nothing of the person is lost"
        assert torch.equal(drawn[1], scenes[1]), "nobody has no arm"
        gained = drawn[0, 3] > scenes[0, 3]
        assert (drawn[0, 4][drawn[0, 3] == 1] >= 0.5).all()
        changed = (drawn[0, :3] != scenes[0, :3]).any(0)
        assert not (changed & (drawn[0, 3] == 0)).any(), "the room stays as it is"
        assert torch.equal(gained & ~changed, torch.zeros_like(gained))
        reached += float(gained.float().mean())
    assert reached > 0.02, "it reaches beyond the body"


def test_clothes_change_their_colour_within_the_body_alone():
    scenes = _somebody()
    for seed in range(6):
        dressed = dyed(scenes, Draws(torch.Generator().manual_seed(seed)))
        assert torch.isfinite(dressed).all()
        assert dressed.min() >= 0
        assert dressed.max() <= 1
        assert torch.equal(dressed[:, 3:], scenes[:, 3:])
        torch.testing.assert_close(dressed[1], scenes[1])
        changed = (dressed[0, :3] - scenes[0, :3]).abs().amax(0) > 1e-5
        assert not (changed & (scenes[0, 3] == 0)).any()
        assert not changed[:22].any(), "the head keeps its colour"
    assert changed[50:, 30:60].any()


def test_some_clothes_take_on_the_texture_of_the_room_beside_them():
    planes = _somebody()[:1].repeat(60, 1, 1, 1)
    room = planes[:, 3:4] == 0
    noise = torch.rand((60, 3, *planes.shape[2:]), generator=torch.Generator().manual_seed(4))
    planes[:, :3] = torch.where(room, noise, planes[:, :3])
    out = dyed(planes, Draws(torch.Generator().manual_seed(5)))
    rough = out[:, :3, -8:, 34:56].std((2, 3)).amax(1)  # of clothes that were one even grey
    assert 3 < (rough > 0.05).sum() < 30
    assert torch.equal(out[:, 3:], planes[:, 3:])


def test_a_bend_moves_pixels_smoothly_and_none_moves_nothing():
    ramp = torch.arange(64, dtype=torch.uint8).expand(1, 1, 64, 64).contiguous()
    one = torch.ones(1)
    middle = torch.full((1, 2), 32.0)
    plain = {
        "size": torch.full((1, 2), 64.0),
        "scale_x": one,
        "scale_y": one,
        "angle": torch.zeros(1),
        "out_anchor": middle,
        "source_anchor": middle,
        "height": 64,
        "width": 64,
    }
    straight, _ = sample(ramp, **plain)
    same, _ = sample(ramp, **plain, bend=torch.zeros((1, 2, 5, 5)))
    torch.testing.assert_close(same, straight)
    bend = torch.zeros((1, 2, 5, 5))
    bend[0, 0, 2, 2] = 8.0
    bent, inside = sample(ramp, **plain, bend=bend)
    difference = (bent - straight)[0, 0] * 255
    assert 7 < difference[31, 31] < 9
    assert abs(difference[:, 0]).max() < 0.1
    assert difference.diff(dim=1).abs().max() < 1.2, "no tear"
    assert inside.min() >= 0
