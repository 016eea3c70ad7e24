"""Nuke: the node BackdropMatte, which puts the matte of the Read above it into the alpha.

It is a group of a Read of the matte and a Copy. Names of Nuke's own are those of its Python
reference. It runs in Python 3.7 or later, as Nuke 13 has it.
"""

import os
import re
from typing import Any

import nuke  # pyright: ignore[reportMissingImports] - Nuke's own

from app.hosts.host_call import BackdropError, make_matte, matte_of

# What may lie between: it changes neither pixels nor frames.
_PASSING = ("Dot", "NoOp")
# Which frame is shown when.
_TIMES = ("first", "last", "before", "after", "origfirst", "origlast", "frame_mode", "frame")
_MODELS = ("auto", "fast", "quality")


def add_to_menu() -> None:
    """Add the node to the toolbar Nodes, for a menu.py."""
    nuke.menu("Nodes").addCommand("Backdrop/BackdropMatte", create)


def create() -> Any:
    """Make the node below the selected one; returns it."""
    group = nuke.createNode("Group")
    group.setName("BackdropMatte1")  # Nuke counts on, if the name is taken
    group.addKnob(nuke.Tab_Knob("backdrop", "BackdropMatte"))
    group.addKnob(nuke.Enumeration_Knob("model", "model", list(_MODELS)))
    folder = nuke.File_Knob("folder", "folder of mattes")
    folder.setTooltip("Empty: backdrop_mattes, beside the source.")
    group.addKnob(folder)
    command = "import backdrop_matte; backdrop_matte.render(nuke.thisNode())"
    group.addKnob(nuke.PyScript_Knob("render", "Make the matte", command))
    with group:
        picture = nuke.nodes.Input()
        matte = nuke.nodes.Read(name="Matte")
        copy = nuke.nodes.Copy()
        copy.setInput(0, picture)  # B, which passes
        copy.setInput(1, matte)  # A, of which channels are copied
        copy["from0"].setValue("rgba.red")
        copy["to0"].setValue("rgba.alpha")
        copy["disable"].setValue(True)  # until there is a matte
        copy.setName("MatteToAlpha")
        output = nuke.nodes.Output()
        output.setInput(0, copy)
    return group


def render(group: Any) -> None:
    """Make the matte of the Read above, and read it in the group; errors are shown."""
    try:
        _render(group)
    except BackdropError as error:
        nuke.message(str(error))


def _render(group: Any) -> None:
    read = read_above(group)
    source = source_of(read)
    folder = _whole_path(group["folder"].evaluate() or "") if group["folder"].value() else ""
    options = ["--model", group["model"].value()]
    matte = matte_of(source, folder)
    if exists(matte):
        if not nuke.ask(f"{matte} exists already. Make it again, and replace it?"):
            show_matte(group, read, matte)
            return
        options.append("--overwrite")
    task = nuke.ProgressTask("Backdrop")  # its window closes once nothing refers to it

    def tell(words: str, share: Any) -> bool:
        task.setMessage(words)
        if share is not None:
            task.setProgress(int(share * 100))
        return bool(task.isCancelled())

    show_matte(group, read, make_matte(source, tell, folder, options))


def read_above(group: Any) -> Any:
    """The Read whose picture arrives at the group unchanged.

    Raises:
        BackdropError: There is none, or a node between changes pixels or frames.
    """
    node = group.input(0)
    while node is not None and node.Class() in _PASSING:
        node = node.input(0)
    if node is None:
        raise BackdropError(f"Connect {group.name()} to a Read first.")
    if node.Class() != "Read":
        raise BackdropError(
            f"{node.name()} may change pixels or frames, and the matte is that of the file; "
            f"connect {group.name()} to the Read itself."
        )
    return node


def source_of(read: Any) -> str:
    """The path that a Read has, as Backdrop takes it: shot_%04d.png, also for shot_####.png.

    Raises:
        BackdropError: It has none, or one for each view.
    """
    path = nuke.filename(read) or ""
    if not path:
        raise BackdropError(f"{read.name()} has no file; choose one first.")
    if re.search("%[vV]", path):
        raise BackdropError(
            f"{read.name()} has a file for each view; make one Read for each of them."
        )
    path = re.sub("#+", lambda marks: f"%0{len(marks.group())}d", path)
    return _whole_path(path)


def show_matte(group: Any, read: Any, matte: str) -> None:
    """Read a matte in the group, with the frames of its source, and copy it into the alpha."""
    inner = group.node("Matte")
    inner["file"].setValue(matte.replace("\\", "/"))
    for name in _TIMES:
        inner[name].fromScript(read[name].toScript())
    inner["raw"].setValue(True)  # an alpha is no colour
    group.node("MatteToAlpha")["disable"].setValue(False)


def _whole_path(path: str) -> str:
    if os.path.isabs(path):
        return path
    root = nuke.root()
    base = root["project_directory"].evaluate() or os.path.dirname(root.name())
    return os.path.join(base, path)


def exists(matte: str) -> bool:
    """Whether a matte is there: the file, or any of numbered pictures."""
    folder, name = os.path.split(matte)
    parts = re.split(r"%0?\d*d", name)
    if os.path.exists(matte):
        return True
    if len(parts) != 2:  # no row of pictures
        return False
    begin, end = parts
    files = os.listdir(folder) if os.path.isdir(folder) else []
    return any(
        file.startswith(begin) and file.endswith(end) and file[len(begin) : -len(end)].isdigit()
        for file in files
    )
