"""Runs every benchmark: `make bench`."""

from benchmarks import extraction, importing, running

if __name__ == "__main__":
    importing.main()
    extraction.main()
    running.main()
