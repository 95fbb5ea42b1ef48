"""Running many scenarios."""
