"""Compiled kernels are kept per source version, in a folder that can be written."""

import os
import time

import pytest
from numba.core import config

from gpu_unet import compiled_code


@pytest.fixture
def cache_home(tmp_path, monkeypatch):
    compiled_code.folder.cache_clear()
    monkeypatch.setattr(compiled_code, "_user_cache", lambda: tmp_path / "home")
    monkeypatch.setattr(compiled_code.tempfile, "gettempdir", lambda: str(tmp_path / "temp"))
    monkeypatch.setattr(config, "CACHE_DIR", config.CACHE_DIR)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    yield tmp_path / "home"
    compiled_code.folder.cache_clear()


def test_the_folder_belongs_to_the_user_and_to_this_source(cache_home, monkeypatch):
    compiled_code.keep_compiled_code()
    first = compiled_code.folder()
    assert first.parent == cache_home / "backdrop"
    assert first.is_dir()
    assert str(first) == config.CACHE_DIR
    compiled_code.folder.cache_clear()
    monkeypatch.setattr(compiled_code, "_source_hash", lambda: "another")
    assert compiled_code.folder() != first


def test_a_home_that_cannot_be_written_gives_way_to_the_temporary_folder(cache_home):
    cache_home.write_text("a file where the folder should be")
    assert compiled_code.folder().parent.parent == cache_home.parent / "temp"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="everybody's temporary folder: not here")
def test_code_that_somebody_else_may_have_left_is_not_run(cache_home):
    cache_home.write_text("a file where the folder should be")
    planted = cache_home.parent / "temp" / f"backdrop-{os.getuid()}"
    planted.mkdir(parents=True)
    planted.chmod(0o777)
    assert planted not in compiled_code.folder().parents


def test_the_users_own_choice_is_kept(cache_home, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/elsewhere")
    before = config.CACHE_DIR
    compiled_code.keep_compiled_code()
    assert before == config.CACHE_DIR
    assert not cache_home.exists()


def test_old_versions_are_forgotten_and_recent_ones_kept(cache_home):
    old, recent = (cache_home / "backdrop" / f"compiled-{name}" for name in ("old", "recent"))
    for place in (old, recent):
        place.mkdir(parents=True)
    long_ago = time.time() - compiled_code.FORGET_AFTER_S - 60
    os.utime(old, (long_ago, long_ago))
    compiled_code.folder()
    assert not old.exists()
    assert recent.exists()
