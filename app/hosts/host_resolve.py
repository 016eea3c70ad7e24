"""DaVinci Resolve: makes the matte of a clip with Backdrop, and attaches it to the clip.

In the menu Workspace, Scripts. Names of Resolve's own are those of its README for scripts
(Help, Documentation, Developer). It runs in Python 3.6 or later.
"""

import os
import re
from typing import Any, List

from app.hosts.host_call import BackdropError, make_matte, matte_of

# "playhead": the clip under the playhead; "selected": the clips selected in the media pool. The
# scripting interface does not tell which clips of a timeline are selected.
TAKES = "playhead"


def clips_of(resolve: Any, takes: str) -> List[Any]:
    """The clips to work on, as items of the media pool.

    Raises:
        BackdropError: There are none.
    """
    project = resolve.GetProjectManager().GetCurrentProject()
    if project is None:
        raise BackdropError("No project is open; open one first.")
    if takes == "selected":
        pool = project.GetMediaPool()
        if not hasattr(pool, "GetSelectedClips"):
            raise BackdropError(
                "This version of Resolve does not tell which clips are selected (19.0.2 does); "
                "use the entry for the clip at the playhead."
            )
        clips = list(pool.GetSelectedClips() or [])
        if not clips:
            raise BackdropError("No clip is selected in the media pool; select one or several.")
        return clips
    timeline = project.GetCurrentTimeline()
    item = None if timeline is None else timeline.GetCurrentVideoItem()
    clip = None if item is None else item.GetMediaPoolItem()
    if clip is None:
        raise BackdropError(
            "No clip is under the playhead; put it on one that comes from a file, in the page "
            "Edit, Color or Deliver."
        )
    return [clip]


def source_of(clip: Any) -> str:
    """The path of a clip's film.

    Raises:
        BackdropError: It has none, as a title, or is a row of pictures.
    """
    path = clip.GetClipProperty("File Path") or ""
    if not path:
        raise BackdropError(f"{clip.GetName()} comes from no file, so it has no matte.")
    if re.search(r"\[\d+-\d+\]", path):  # shot_[1001-1100].png
        raise BackdropError(
            f"{clip.GetName()} is a row of pictures; make its matte with the command line."
        )
    return path


def attach(resolve: Any, clip: Any, matte: str) -> str:
    """Attach a matte to its clip; returns a sentence about it.

    Raises:
        BackdropError: Resolve refuses.
    """
    pool = resolve.GetProjectManager().GetCurrentProject().GetMediaPool()
    name = clip.GetName()
    if matte in (pool.GetClipMatteList(clip) or []):
        return f"{name} has this matte already: {matte}"
    if not resolve.GetMediaStorage().AddClipMattesToMediaPool(clip, [matte]):
        raise BackdropError(
            f"Resolve did not take the matte of {name}; it can be added by hand: {matte}"
        )
    return f"{name} has its matte: {matte}"


def matte_for(source: str, window: Any) -> str:
    """The matte of a source, made now unless it is there already.

    Raises:
        BackdropError: There is none, or the clip is offline.
    """
    matte = matte_of(source)
    if not os.path.exists(matte):
        return make_matte(source, window.tell)
    try:
        is_older = os.path.getmtime(matte) < os.path.getmtime(source)
    except OSError as error:
        raise BackdropError(
            f"{error.filename} cannot be read ({error.strerror}); bring it back, or relink the "
            "clip, then start again."
        ) from error
    if is_older:
        raise BackdropError(f"{matte} is older than its clip; move it away, then start again.")
    return matte


class Window:
    """A small window with the progress and the outcome; without Resolve's UI Manager, the console.

    Args:
        fusion: Fusion's object; None: there is none.
        bmd: The module of Blackmagic's helpers; None: likewise.
    """

    def __init__(self, fusion: Any, bmd: Any) -> None:
        # Resolve's free edition has no UI Manager from 19.1 on.
        ui = getattr(fusion, "UIManager", None)
        self._words: Any = None
        self._dispatcher: Any = None
        self._window: Any = None
        self._said = ""
        if ui is None or bmd is None:
            return
        self._dispatcher = bmd.UIDispatcher(ui)
        self._window = self._dispatcher.AddWindow(
            {"ID": "BackdropMatte", "WindowTitle": "Backdrop", "Geometry": [200, 200, 520, 160]},
            [
                ui.VGroup(
                    [
                        ui.Label({"ID": "Words", "Text": "Starting", "WordWrap": True}),
                        ui.Button({"ID": "Done", "Text": "Close", "Weight": 0}),
                    ]
                )
            ],
        )
        self._words = self._window.GetItems()["Words"]
        self._window.On.Done.Clicked = self._close
        self._window.On.BackdropMatte.Close = self._close
        self._window.Show()

    def tell(self, words: str, share: Any) -> bool:
        """Show the progress."""
        self._show(words if share is None else f"{words} ({share:.0%})")
        return False

    def end(self, sentences: List[str]) -> None:
        """Show the outcome until the user closes the window."""
        self._show("\n".join(sentences))
        if self._window is not None:
            self._dispatcher.RunLoop()
            self._window.Hide()

    def _show(self, text: str) -> None:
        if text == self._said:
            return
        self._said = text
        print("Backdrop: " + text)  # noqa: T201 - Workspace, Console shows it
        if self._words is not None:
            self._words.Text = text

    def _close(self, event: Any) -> None:
        self._dispatcher.ExitLoop()


def main(resolve: Any, fusion: Any, bmd: Any) -> None:
    """Make and attach the mattes, one after the other; an error of one leaves the others."""
    window = Window(fusion, bmd)
    sentences: List[str] = []
    try:
        clips = clips_of(resolve, TAKES)
    except BackdropError as error:
        window.end([str(error)])
        return
    for clip in clips:
        try:
            sentences.append(attach(resolve, clip, matte_for(source_of(clip), window)))
        except BackdropError as error:
            sentences.append(str(error))
    window.end(sentences)


def _start() -> None:
    """Take Resolve's objects from where it puts them for scripts of its menu."""
    known = globals()
    resolve = known.get("resolve")
    if resolve is None:
        # Of Resolve's own, for scripts that start elsewhere.
        import DaVinciResolveScript  # pyright: ignore[reportMissingImports]

        resolve = DaVinciResolveScript.scriptapp("Resolve")
    main(resolve, known.get("fusion") or resolve.Fusion(), known.get("bmd"))


if __name__ == "__main__":
    _start()
