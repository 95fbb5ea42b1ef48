"""Values and engine: what a check, a trace and a scenario are, and how they run."""
