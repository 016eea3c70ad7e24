"""Exit statuses of the process; `main.py --help` lists them."""

OK = 0
FAILED = 1
USAGE = 2  # argparse's own, and values that make no sense
DAMAGED = 3
CANCELLED = 130  # 128 + SIGINT, as shells expect

EXPLAINED = """\
exit status:
  0    everything is done
  1    something failed; the message says what and what to do
  2    the command line was not understood, or holds a value that makes no sense
  3    done, but the input was damaged: what could be decoded was written
  130  cancelled (Ctrl-C); what was done until then is kept in a playable file
"""
