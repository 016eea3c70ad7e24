"""Sentences that keep their template and values, and are English text to everybody else."""

import copy
import json
import pickle
from pathlib import Path

import pytest

from app.messages import Message, inner
from app.video.files.still import StillError
from app.video.source import SourceError


def test_a_message_is_its_english_sentence():
    message = Message("{name} has {rate:.1f} frames/s.", name=Path("talk.mp4"), rate=12.345)
    assert message == "talk.mp4 has 12.3 frames/s."
    assert json.dumps([message]) == '["talk.mp4 has 12.3 frames/s."]'
    assert f"error: {message}" == "error: talk.mp4 has 12.3 frames/s."
    assert message.template == "{name} has {rate:.1f} frames/s."
    assert message.values == {"name": "talk.mp4", "rate": 12.345}


@pytest.mark.parametrize(("n", "words"), [(0, "0 frames"), (1, "1 frame"), (2, "2 frames")])
def test_what_counts_has_two_forms(n, words):
    assert Message.counted("{n} frame", "{n} frames", n=n) == words


def test_what_an_error_says_is_still_a_message():
    said = str(SourceError(Message("{name} is empty.", name="a.mp4")))
    assert isinstance(said, Message)
    assert said.template == "{name} is empty."


def test_an_error_within_a_message_is_one_too():
    message = Message("{name} {error}.", name="a.png", error=StillError(Message("is empty")))
    assert message == "a.png is empty."
    assert isinstance(message.values["error"], Message)


def test_within_another_sentence_it_has_no_full_stop():
    within = Message("The camera is lost: {why}. Wait.", why=inner(Message("{a} broke.", a="It")))
    assert within == "The camera is lost: It broke. Wait."
    assert within.values["why"].template == "{a} broke."
    assert inner("plain.") == "plain"


@pytest.mark.parametrize("braces", ["{}", "{name}", "100 %", "{0.__class__}"])
def test_braces_in_a_value_are_only_braces(braces):
    assert Message("{name} is there.", name=braces) == f"{braces} is there."
    assert Message(braces) == braces


def test_other_processes_get_plain_text():
    message = Message("{n} of them", n=3)
    assert type(pickle.loads(pickle.dumps(message))) is str
    assert copy.deepcopy(message) == message
