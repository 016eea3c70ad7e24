"""The boundary to decoders: whatever they raise is one sentence for people."""

import pytest

from app.video.files.decoding import DecodingError, decoding


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (AssertionError(), "its decoder failed"),
        (ValueError("bad\n  header."), "bad header"),
        (OSError(5, "Input/output error", "/tmp/x"), "Input/output error"),
        (OSError(1, "Invalid data found when processing input", "/tmp/x"), "its data is invalid"),
        (OSError("image file is truncated (1 bytes not processed)"), "it ends too early"),
    ],
)
def test_the_reason_is_in_words_and_never_a_class_s_name(error, reason):
    with pytest.raises(DecodingError) as caught, decoding():
        raise error
    assert caught.value.reason == reason
    assert str(caught.value) == f"is damaged ({reason}); copy it again"


def test_too_little_memory_is_no_damage():
    sentence = "needs more memory than there is"
    with pytest.raises(DecodingError, match=sentence) as caught, decoding():
        raise MemoryError
    assert caught.value.lacks_memory


def test_errors_that_are_raised_on_purpose_pass():
    with pytest.raises(KeyError), decoding(KeyError):
        raise KeyError("ours")
