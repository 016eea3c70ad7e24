"""The room behind the person: how it is learnt, looked at, remembered and forgotten."""
