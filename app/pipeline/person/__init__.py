"""The person who is meant: told apart from others, and kept alone (docs/decisions/0046)."""
