"""The window's words in other languages: a .ts for people and the .qm made of it for Qt."""
