"""The generator of checks: from a few answers to files that are registered, wired, typed and tested."""
