#!/bin/sh
# Starts the program with the Python beside it, independent of the user's own Python and its setup.
here=$(dirname "$(readlink -f "$0")")
unset PYTHONHOME PYTHONPATH PYTHONSTARTUP PYTHONPLATLIBDIR
export PYTHONNOUSERSITE=1 PYTHONDONTWRITEBYTECODE=1
exec "$here/../python/bin/python3" -m backdrop "$@"
