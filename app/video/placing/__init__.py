"""How a finished file gets its name: complete files only, and no file is replaced unasked."""
