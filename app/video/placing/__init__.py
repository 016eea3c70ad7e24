"""How a finished file gets its name: nothing half-written, nothing replaced unasked."""
