"""What people are told: English sentences that a window can say again in another language."""
