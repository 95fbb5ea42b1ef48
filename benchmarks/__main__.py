"""Runs every benchmark: `make bench`."""

from benchmarks import extraction, importing

if __name__ == "__main__":
    importing.main()
    extraction.main()
