"""The screen as a background: whoever may look at it pushes its pictures here.

There is one, as there is one window: what grabs the screen belongs to the window's own thread, and
backgrounds are opened on another.
"""

from __future__ import annotations

from app.video.backgrounds.pushed import PushedBackground

SCREEN = PushedBackground()
