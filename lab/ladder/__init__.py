"""One convolution told as numbered steps, each checked and timed: see README.md."""
