"""The picture in the middle, what is drawn over it and what stands under it."""
