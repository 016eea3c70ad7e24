"""Files beyond one process: several workers on this computer or on others, by way of Dask."""
