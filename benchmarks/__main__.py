"""Runs every benchmark: `make bench`."""

from benchmarks import extraction, importing, linting, released, running

if __name__ == "__main__":
    importing.main()
    extraction.main()
    running.main()
    linting.main()
    released.main()
