"""Names that are cut to what a file system takes."""

import os

import pytest

from video.placing import cut_to_bytes


@pytest.mark.parametrize("most", [1, 2, 5, 6, 7, 9, 100])
def test_a_name_is_cut_between_characters_to_so_many_bytes(most):
    cut = cut_to_bytes("Gespräch 会話", most)
    assert "Gespräch 会話".startswith(cut)
    assert most - 3 < len(os.fsencode(cut)) <= most or most == 100


def test_a_name_that_fits_stays_as_the_system_gave_it():
    """Also where its bytes are no characters of this locale: decoded anew it names no file."""
    name = "Gespr\udcc3\udca4ch"
    assert cut_to_bytes(name, 100) == name
