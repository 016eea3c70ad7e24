"""The About dialog: version, licences, and the system check."""
