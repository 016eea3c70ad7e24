"""Measuring mattes: the figures, the nets and peers that make them, and the pictures."""
