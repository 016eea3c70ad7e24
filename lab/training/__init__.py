"""PyTorch code that makes weights/; the app never imports it."""
