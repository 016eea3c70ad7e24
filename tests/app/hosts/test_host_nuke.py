"""The node for Nuke, against doubles of the calls that its Python reference documents."""

import sys
import types

import pytest

TIMES = {
    "first": 1001,
    "last": 1012,
    "before": "hold",
    "after": "black",
    "origfirst": 1001,
    "origlast": 1012,
    "frame_mode": "start at",
    "frame": "{frame+3}",
}


class Knob:
    def __init__(self, name, *about):
        self.knob_name = name
        self.about = about
        self._value = about[1][0] if len(about) > 1 and isinstance(about[1], list) else ""

    def value(self):
        return self._value

    evaluate = value

    def setValue(self, value):  # noqa: N802 - Nuke's own names, here and below
        self._value = value

    def toScript(self):  # noqa: N802
        return f"script {self._value}"

    def fromScript(self, text):  # noqa: N802
        assert text.startswith("script ")
        self._value = text[len("script ") :]

    def setTooltip(self, text):  # noqa: N802
        self.tooltip = text


class Node:
    def __init__(self, kind, name="", **values):
        self._kind, self._name = kind, name or f"{kind}1"
        self._knobs = {key: Knob(key) for key in ("from0", "to0", "disable", "file", "raw", *TIMES)}
        for key, value in values.items():
            self[key].setValue(value)
        self._inputs = {}
        self.inner = []

    def Class(self):  # noqa: N802
        return self._kind

    def name(self):
        return self._name

    def setName(self, name):  # noqa: N802
        self._name = name

    def input(self, number):
        return self._inputs.get(number)

    def setInput(self, number, node):  # noqa: N802
        self._inputs[number] = node

    def addKnob(self, knob):  # noqa: N802
        self._knobs[knob.knob_name] = knob

    def knobs(self):
        return self._knobs

    def __getitem__(self, name):
        return self._knobs[name]

    def node(self, name):
        return next((node for node in self.inner if node.name() == name), None)

    def __enter__(self):
        FakeNuke.present.group = self

    def __exit__(self, *exc_info):
        FakeNuke.present.group = None


class Nodes:
    def __getattr__(self, kind):
        def make(name="", **values):
            node = Node(kind, name, **values)
            FakeNuke.present.group.inner.append(node)
            return node

        return make


class FakeNuke(types.ModuleType):
    """The module `nuke`."""

    present = None
    Tab_Knob = Enumeration_Knob = File_Knob = PyScript_Knob = Knob

    def __init__(self):
        super().__init__("nuke")
        FakeNuke.present = self
        self.group = None
        self.nodes = Nodes()
        self.messages, self.questions, self.progress, self.commands = [], [], [], {}
        self.answer = False
        self.is_cancelled = False
        self.project = Node("Root", "/shots/comp.nk")
        self.project.addKnob(Knob("project_directory"))
        fake = self

        class ProgressTask:
            def __init__(self, title):
                assert title == "Backdrop"

            def setMessage(self, words):  # noqa: N802
                fake.progress.append(words)

            def setProgress(self, percent):  # noqa: N802
                fake.progress.append(percent)

            def isCancelled(self):  # noqa: N802
                return fake.is_cancelled

        self.ProgressTask = ProgressTask

    def createNode(self, kind):  # noqa: N802
        return Node(kind)

    def menu(self, name):
        assert name == "Nodes"
        return self

    def addCommand(self, name, command):  # noqa: N802
        self.commands[name] = command

    def filename(self, node):
        return node["file"].value()

    def message(self, words):
        self.messages.append(words)

    def ask(self, words):
        self.questions.append(words)
        return self.answer

    def root(self):
        return self.project


@pytest.fixture
def nuke(monkeypatch):
    fake = FakeNuke()
    monkeypatch.setitem(sys.modules, "nuke", fake)
    return fake


@pytest.fixture
def script(nuke, installed):
    return installed("nuke", "backdrop/backdrop_matte.py")


@pytest.fixture
def read(tmp_path):
    (tmp_path / "shots").mkdir()
    (tmp_path / "shots" / "A001.mov").write_bytes(b"film")
    return Node("Read", file=str(tmp_path / "shots" / "A001.mov"), **TIMES)


def connected(script, read):
    group = script.create()
    dot = Node("Dot")
    dot.setInput(0, read)
    group.setInput(0, dot)
    return group


def test_the_menu_makes_a_group_that_copies_the_matte_into_the_alpha(nuke, script):
    script.add_to_menu()
    group = nuke.commands["Backdrop/BackdropMatte"]()
    assert group.Class() == "Group"
    assert [node.Class() for node in group.inner] == ["Input", "Read", "Copy", "Output"]
    picture, matte, copy, output = group.inner
    assert (copy.input(0), copy.input(1), output.input(0)) == (picture, matte, copy)
    assert (copy["from0"].value(), copy["to0"].value()) == ("rgba.red", "rgba.alpha")
    assert copy["disable"].value() is True  # there is no matte yet
    command = group["render"].about[1]
    assert command == "import backdrop_matte; backdrop_matte.render(nuke.thisNode())"


def test_the_matte_has_the_frames_of_the_read_above(nuke, script, backdrop, read, tmp_path):
    group = connected(script, read)
    group["model"].setValue("quality")
    script.render(group)
    assert nuke.messages == []
    matte = group.node("Matte")
    folder = tmp_path / "shots" / "backdrop_mattes"
    assert matte["file"].value() == (folder / "A001_matte.mov").as_posix()
    assert {name: matte[name].value() for name in TIMES} == {
        name: str(value) for name, value in TIMES.items()
    }
    assert matte["raw"].value() is True
    assert group.node("MatteToAlpha")["disable"].value() is False
    assert backdrop.asked[0][1] == str(tmp_path / "shots" / "A001.mov")
    assert backdrop.asked[0][-2:] == ["--model", "quality"]
    assert 25 in nuke.progress
    assert "A001.mov: 5 of 20 frames" in nuke.progress


def test_numbered_pictures_and_paths_beside_the_script_are_found(nuke, script, backdrop, read):
    group = connected(script, read)
    read["file"].setValue("plates/shot.####.png")
    assert script.source_of(read) == "/shots/plates/shot.%04d.png"
    nuke.project["project_directory"].setValue("/elsewhere")
    assert script.source_of(read) == "/elsewhere/plates/shot.%04d.png"
    read["file"].setValue("/plates/shot_%V.####.png")
    script.render(group)
    assert "a file for each view" in nuke.messages[-1]
    assert backdrop.asked == []


def test_a_matte_that_exists_is_replaced_only_if_the_user_says_so(nuke, script, backdrop, read):
    group = connected(script, read)
    script.render(group)
    script.render(group)
    assert len(nuke.questions) == len(backdrop.asked) == 1
    nuke.answer = True
    script.render(group)
    assert len(backdrop.asked) == 2
    assert backdrop.asked[1][-1] == "--overwrite"
    assert group.node("Matte")["file"].value().endswith("A001_matte.mov")


def test_a_row_of_mattes_that_exists_is_seen(script, tmp_path):
    pattern = str(tmp_path / "shot_matte.%04d.png")
    assert not script.exists(pattern)
    (tmp_path / "shot_matte.png").touch()
    assert not script.exists(pattern)
    (tmp_path / "shot_matte.1001.png").touch()
    assert script.exists(pattern)
    assert not script.exists(str(tmp_path / "gone" / "shot_matte.%04d.png"))


@pytest.mark.parametrize("name", ["50%_matte.mov", "50%discount_matte.mov", "%d_%d_matte.mov"])
def test_a_percent_sign_that_is_no_number_names_one_file(script, tmp_path, name):
    assert not script.exists(str(tmp_path / name))
    (tmp_path / name).touch()
    assert script.exists(str(tmp_path / name))


def test_what_goes_wrong_is_said_and_changes_nothing(nuke, script, backdrop, read):
    group = script.create()
    script.render(group)
    assert nuke.messages[-1] == "Connect BackdropMatte1 to a Read first."
    shifted = Node("TimeOffset")
    shifted.setInput(0, read)
    group.setInput(0, shifted)
    script.render(group)
    assert "TimeOffset1 may change pixels or frames" in nuke.messages[-1]
    group.setInput(0, Node("Read"))
    script.render(group)
    assert nuke.messages[-1] == "Read1 has no file; choose one first."
    group.setInput(0, read)
    backdrop.will("error", "A001.mov is incomplete.")
    script.render(group)
    assert nuke.messages[-1] == "A001.mov: A001.mov is incomplete."
    assert group.node("Matte")["file"].value() == ""
    assert group.node("MatteToAlpha")["disable"].value() is True


def test_cancel_ends_the_command(nuke, script, backdrop, read):
    backdrop.will("hang")
    nuke.is_cancelled = True
    group = connected(script, read)
    script.render(group)
    assert nuke.messages == ["A001.mov: stopped."]
    assert group.node("Matte")["file"].value() == ""
