"""The doctor: whatever a machine has or lacks, each finding says something, and what to do."""

import json

import pytest

import main
from app.pipeline import doctor
from app.pipeline.doctor import Finding
from app.video.files.output_format import CODECS, suffixes_of
from gpu_unet.engine import Engine
from gpu_unet.onnx.trial import CardTrial


def test_every_finding_says_something_and_what_is_missing_comes_with_advice():
    findings = list(doctor.examine(with_models=False))
    topics = [finding.topic for finding in findings]
    for topic in ("Python", "Processor", "Graphics", "Encoders", "Cameras", "Virtual camera"):
        assert topic in topics
    assert all(finding.text for finding in findings)
    assert all(finding.advice for finding in findings if finding.state == "missing")


@pytest.mark.parametrize(
    ("missing", "trial", "state", "words", "advice"),
    [
        ("libvulkan1 is not installed: run apt", None, "optional", "libvulkan1", "run apt"),
        ("", CardTrial("webgpu", "Arc", True, 8, 300), "good", "Arc by webgpu: the network", ""),
        ("", CardTrial("webgpu", "Arc", False, 80, 300), "optional", "in float32", "too slow"),
        ("", CardTrial(trouble="it hangs"), "optional", "it hangs", "doctor --retry"),
    ],
)
def test_any_card_is_named_with_provider_time_or_what_is_missing(
    monkeypatch, missing, trial, state, words, advice
):
    monkeypatch.setattr(Engine, "missing_for_cards", lambda: missing)
    monkeypatch.setattr(Engine, "try_card", lambda weights, *, notify: trial)
    finding = doctor.any_card(is_needed=True, is_tried=True, notify=print)
    assert finding.state == state
    assert words in finding.text
    assert advice in finding.advice


def test_a_missing_encoder_is_named_with_what_it_is_for(monkeypatch):
    monkeypatch.setitem(doctor.ENCODERS, "no_such_encoder", "a wish")
    (finding,) = doctor.encoders()
    assert finding.state == "missing"
    assert "a wish (no_such_encoder)" in finding.text
    assert "pip install" in finding.advice


def test_the_command_fails_if_something_needed_is_missing(monkeypatch, capsys):
    findings = [Finding("Python", "good", "3.11"), Finding("Models", "missing", "none", "restore")]
    monkeypatch.setattr(doctor, "examine", lambda *, with_models, notify: iter(findings))
    assert main.main(["doctor", "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["state"] for line in lines] == ["good", "missing"]
    assert main.main(["doctor"]) == 1
    assert "-> restore" in capsys.readouterr().out


def test_a_notice_is_printed_as_it_is(monkeypatch, capsys):
    sentence = "/tmp/[x]/:smile: is damaged. Continuing on the CPU."

    def examine(*, with_models, notify):
        notify(sentence)
        return iter(())

    monkeypatch.setattr(doctor, "examine", examine)
    assert main.main(["doctor"]) == 0
    assert capsys.readouterr().err == sentence + "\n"


def test_the_trial_of_qt_takes_no_module_from_the_working_folder(monkeypatch, tmp_path):
    pytest.importorskip("PySide6")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    (tmp_path / "PySide6.py").write_text("open('ran', 'w')")
    doctor.window()
    assert not (tmp_path / "ran").exists()


def test_the_doctor_checks_the_encoders_that_are_used():
    for codec, spec in CODECS.items():
        if codec != "exr":  # its own package writes it
            assert all(suffix in doctor.ENCODERS[spec.encoder] for suffix in suffixes_of(codec))
