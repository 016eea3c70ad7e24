"""Python processes of the engine: what they take from the folder that the user is in."""

import subprocess
import sys

from gpu_unet.python_process import start


def test_a_module_in_the_working_folder_is_not_run(tmp_path, monkeypatch):
    """Files of others lie among downloads, where the program may be started."""
    marker = tmp_path / "ran"
    (tmp_path / "threading.py").write_text(f"open({str(marker)!r}, 'w')")
    monkeypatch.chdir(tmp_path)
    command = [sys.executable, "-c", "import threading, gpu_unet; threading.Lock"]
    process = start(command, stderr=subprocess.PIPE)
    _, said = process.communicate()
    assert (process.returncode, said) == (0, b"")
    assert not marker.exists()
