"""Runs every benchmark: `make bench`."""

from benchmarks import extraction, importing, released, running

if __name__ == "__main__":
    importing.main()
    extraction.main()
    running.main()
    released.main()
