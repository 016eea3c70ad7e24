"""The app without a window: settings, jobs, live sessions, progress. No Qt, no Numba."""
