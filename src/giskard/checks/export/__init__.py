"""Encoders: from a result to text, over read-only views; this room knows none of our classes."""
