"""Labels of gathered pictures: made by networks together, mended by hand."""
