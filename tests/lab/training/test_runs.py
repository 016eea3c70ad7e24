"""Packs, models and whole runs: what is read and written. Skips without PyTorch."""

from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is only needed to train")
pytest.importorskip("cv2", reason="OpenCV reads the packs")

from gpu_unet.architecture import UNetArchitecture  # noqa: E402
from gpu_unet.network_input import inputs_of  # noqa: E402
from gpu_unet.reference.unet import unet  # noqa: E402
from gpu_unet.weights import load_weights  # noqa: E402
from lab.evaluation.rooms import is_held_out  # noqa: E402
from lab.training.export import export_model  # noqa: E402
from lab.training.learning.losses import LossWeights  # noqa: E402
from lab.training.learning.trainer import Trainer  # noqa: E402
from lab.training.network.model import UNet, file_tensors, load_file_tensors  # noqa: E402
from lab.training.pack import pack, read_pack  # noqa: E402
from lab.training.recipes import RECIPES  # noqa: E402
from lab.training.scenes.data import load_train, load_val  # noqa: E402

CPU = torch.device("cpu")
SMALL = UNetArchitecture(
    widths=(4, 6, 8),
    blocks=("plain", "plain", "separable"),
    convs=(1, 2, 2),
    up="bilinear",
    height=16,
    width=32,
)


@pytest.mark.parametrize("name", RECIPES)
def test_engines_feed_what_every_recipe_trains(name):
    inputs_of(RECIPES[name].architecture.in_channels)


def test_packs_hold_every_picture_once_with_its_split(data, packs):
    entries = [entry for path in packs for entry, _ in read_pack(path)]
    assert len(entries) == 6 + 20 + 41
    assert len({entry.name for entry in entries}) == len(entries)
    rooms = {e.name: e.split for e in entries if e.role == "room"}
    assert all((split == "val") == is_held_out(name) for name, split in rooms.items())
    assert sum(e.role == "cutout" and e.split == "train" for e in entries) == 1


def test_packs_of_several_data_sets_bring_their_clips_and_things(data, more_data, tmp_path):
    paths = pack([data, more_data], tmp_path / "packs")
    entries = [entry for path in paths for entry, _ in read_pack(path)]
    assert len(entries) == 6 + 20 + 41 + 1 + 3 + 2, "every third frame of the agreed clip"
    people, _, things = load_train(paths, CPU)
    assert {"q.webp", "talk_00.webp", "talk_03.webp", "talk_06.webp"} <= set(people.names)
    assert things.is_seat.tolist() == [True, False]
    assert things.planes.shape[:2] == (2, 4)
    assert things.planes[0, 0, :120, :100].float().mean() > 50, "alpha is the first plane"


def test_masks_lose_nothing_in_a_pack(data, packs):
    import cv2

    written = {e.name: parts for path in packs for e, parts in read_pack(path)}
    mask = cv2.imdecode(np.frombuffer(written["p1.jpg"][1], np.uint8), cv2.IMREAD_GRAYSCALE)
    np.testing.assert_array_equal(mask, cv2.imread(str(data / "masks/p1.png"), 0))


def test_val_pictures_never_reach_the_trainer(packs):
    people, rooms, _ = load_train(packs, CPU)
    assert "p5.jpg" not in people.names
    assert not any(is_held_out(name) for name in rooms.names)
    val_people, val_rooms = load_val(packs)
    assert [p.name for p in val_people] == ["p5.jpg"]
    assert all(is_held_out(p.name) for p in val_rooms)


def test_model_agrees_with_the_reference_through_a_file(tmp_path, rng):
    torch.manual_seed(5)
    model = UNet(SMALL)
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
    torch.nn.init.normal_(model.layers["head"].weight)
    model.eval()
    path = export_model(model, RECIPES["tiny"], tmp_path / "small")
    weights = load_weights(path)
    assert weights.architecture.widths == SMALL.widths
    x = rng.random((1, 16, 32, 3), np.float32)
    with torch.no_grad():
        expected = torch.sigmoid(model(torch.from_numpy(x.transpose(0, 3, 1, 2))))
    architecture = weights.architecture.at_size(height=16, width=32)
    alpha = np.asarray(unet(x, architecture, weights.layers)).reshape(1, 16, 32)
    # float16 weights in the file: three digits.
    np.testing.assert_allclose(alpha, expected.numpy()[:, 0], atol=4e-3)


def test_file_tensors_go_back_into_a_model():
    torch.manual_seed(6)
    first, second = UNet(SMALL), UNet(SMALL)
    load_file_tensors(second, file_tensors(first))
    for mine, theirs in zip(first.state_dict().values(), second.state_dict().values(), strict=True):
        assert torch.equal(mine, theirs)


def test_a_file_of_another_recipe_is_refused():
    other = UNet(replace(SMALL, convs=(2, 2, 2)))
    with pytest.raises(ValueError, match=r"the file has no down1\.conv2\.weight; give one of"):
        load_file_tensors(other, file_tensors(UNet(SMALL)))


def test_a_run_that_is_cut_off_leaves_the_average_so_far(packs, tmp_path, monkeypatch):
    torch.set_num_threads(1)
    monkeypatch.setattr("lab.training.learning.trainer.CHECKPOINT_EVERY_S", -1.0)
    monkeypatch.setattr("lab.training.learning.trainer.MEASURE_EVERY_S", -1.0)
    trainer = Trainer("tiny", packs, tmp_path / "run", minutes=1.0, seed=1, device=CPU)

    def cut_off(*, quick):
        raise KeyboardInterrupt

    monkeypatch.setattr(trainer, "_measure", cut_off)
    with pytest.raises(KeyboardInterrupt):
        trainer.run()
    assert load_weights(tmp_path / "run/tiny").title == "Tiny"


def test_a_run_writes_everything_and_goes_on_where_it_stopped(packs, tmp_path):
    torch.set_num_threads(1)
    settings = {"minutes": 0.03, "seed": 1, "device": CPU}
    out = tmp_path / "run"
    trainer = Trainer("tiny", packs, out, **settings)
    trainer.run()
    for name in ("checkpoint.pt", "tiny.safetensors", "tiny.json", "val.csv", "log.png", "DONE"):
        assert (out / name).exists(), name
    assert load_weights(out / "tiny").title == "Tiny"
    again = Trainer("tiny", packs, out, **settings)
    again.resume()
    assert again.step == trainer.step > 0
    assert again.elapsed_s >= trainer.seconds
    for mine, theirs in zip(
        again.average.state_dict().values(), trainer.average.state_dict().values(), strict=True
    ):
        assert torch.equal(mine, theirs)


def test_a_teacher_sees_the_same_scenes_larger(packs, tmp_path, monkeypatch):
    torch.set_num_threads(1)
    settings = {"minutes": 0.01, "seed": 1, "device": CPU}
    Trainer("tiny", packs, tmp_path / "teacher", **settings).run()
    told = replace(RECIPES["tiny"], teacher_scale=2, losses=LossWeights(distil=1.0))
    monkeypatch.setitem(RECIPES, "pupil", told)
    for teacher in ("checkpoint.pt", "tiny.safetensors"):
        pupil = Trainer(
            "pupil",
            packs,
            tmp_path / f"pupil of {teacher}",
            teacher=tmp_path / "teacher" / teacher,
            teacher_from=0.0,
            **settings,
        )
        terms = pupil._step()
        assert torch.isfinite(terms["distil"]), teacher
        scenes, alpha = pupil.supply.scenes(8, 48, 80, is_taught=True)
        assert scenes.pixels.shape[-2:] == alpha.shape[-2:] == (48, 80)
        exact = scenes.is_exact
        assert torch.equal(alpha[exact], scenes.alpha[exact])


def test_a_stop_leaves_weights_behind(packs, tmp_path):
    torch.set_num_threads(1)
    trainer = Trainer("tiny", packs, tmp_path / "run", minutes=10, seed=1, device=CPU)
    trainer.ask_to_stop(2, None)
    trainer.run()
    assert (tmp_path / "run/tiny.safetensors").exists()
    assert (tmp_path / "run/DONE").read_text() == "stopped\n"


def test_another_net_than_the_first_may_doubt_labels(packs, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "lab.training.learning.trainer.doubt_lost_hands",
        lambda people, model: asked.append(float(model.layers["head"].bias.detach())) or 0.0,
    )
    monkeypatch.setitem(RECIPES, "judge", RECIPES["tiny"])
    settings = {"minutes": 10, "seed": 1, "device": CPU}
    for name, bias in (("start", 0.25), ("judge", 0.5)):
        model = UNet(RECIPES["tiny"].architecture)
        torch.nn.init.constant_(model.layers["head"].bias, bias)
        export_model(model, RECIPES["tiny"], tmp_path / name)
    start, judge = (tmp_path / f"{name}.safetensors" for name in ("start", "judge"))
    Trainer("tiny", packs, tmp_path / "a", start_from=start, **settings)
    Trainer("tiny", packs, tmp_path / "b", start_from=start, doubt_by=judge, **settings)
    Trainer("tiny", packs, tmp_path / "c", **settings)
    assert asked == [0.25, 0.5]
