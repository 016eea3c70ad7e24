"""The screen as a background: the window pushes its pictures here.

There is one, as there is one window: the window's own thread grabs the screen, and backgrounds are
opened on another.
"""

from __future__ import annotations

from app.video.backgrounds.pushed import PushedBackground

SCREEN = PushedBackground()
