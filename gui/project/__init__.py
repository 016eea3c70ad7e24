"""The project of a recording: opened, saved, and given to the exports."""
