"""A Backdrop that tells what it was asked, and the scripts as they are installed."""

import json
import sys
import types

import pytest

from app.hosts.installing import scripts
from app.pipeline.installation import ROOT

# Says the events of a run, writes the matte, and notes its arguments beside this file.
FAKE = """
import json, os, pathlib, sys
here = pathlib.Path(__file__).parent
with (here / "asked.json").open("a") as asked:
    own = [name for name in os.environ if name.startswith("PYTHON")]
    asked.write(json.dumps([sys.argv[1:], own]) + "\\n")
say = lambda **event: print(json.dumps(event), flush=True)
if (here / "words").exists():
    print((here / "words").read_text(), file=sys.stderr)
    sys.exit(2)
if (here / "error").exists():
    say(event="error", message=(here / "error").read_text())
    sys.exit(1)
say(event="preparing", ready=1, total=2)
say(event="progress", frames=5, frame_count=20)
say(event="progress", frames=6, frame_count=None)
if (here / "hang").exists():
    sys.stdin.read()
    import time
    while True: time.sleep(60)
from app.hosts.host_call import matte_of
matte = matte_of(sys.argv[2], os.path.dirname(sys.argv[4]))
pathlib.Path(matte).write_bytes(b"matte")
say(event="done", output=matte)
"""


class FakeBackdrop:
    """Stands in for the command.

    Attributes:
        command: Starts it.
    """

    def __init__(self, folder):
        self._folder = folder
        (folder / "fake.py").write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n" + FAKE)
        self.command = [sys.executable, str(folder / "fake.py")]

    def will(self, what, words=""):
        (self._folder / what).write_text(words)

    @property
    def asked(self):
        """The arguments of each run."""
        path = self._folder / "asked.json"
        lines = path.read_text().splitlines() if path.exists() else []
        return [json.loads(line)[0] for line in lines]

    @property
    def environment(self):
        """The variables of Python that the last run had."""
        return json.loads((self._folder / "asked.json").read_text().splitlines()[-1])[1]


@pytest.fixture
def backdrop(tmp_path):
    (tmp_path / "program").mkdir()
    return FakeBackdrop(tmp_path / "program")


@pytest.fixture
def installed(backdrop):
    """`installed(host, name, **known)`: a script as a module, with the host's own names."""

    def load(host, name, **known):
        module = types.ModuleType("backdrop_matte")
        vars(module).update(known)
        exec(compile(scripts(host, backdrop.command)[name], name, "exec"), vars(module))
        return module

    return load
