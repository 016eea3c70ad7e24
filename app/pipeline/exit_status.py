"""Exit statuses of the process; `main.py --help` lists them."""

OK = 0
FAILED = 1
USAGE = 2  # argparse's own, and values that make no sense
DAMAGED = 3
CANCELLED = 130  # 128 + SIGINT, as shells expect

EXPLAINED = """\
exit status:
  0    success
  1    failure; the message says what happened and what to do
  2    invalid command line or value
  3    success, but the input was damaged: everything that decoded was written
  130  cancelled (Ctrl-C); the finished part is kept in a playable file
"""
