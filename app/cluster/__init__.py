"""Files on several workers, on this computer or on others, through Dask."""
