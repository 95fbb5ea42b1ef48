"""Rich renderables of results, over read-only views; it knows none of our classes."""
