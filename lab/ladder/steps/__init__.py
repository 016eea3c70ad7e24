"""The twelve steps of rung 1 and what came before them, a file each."""
