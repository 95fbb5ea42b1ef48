"""The plan engine: the only writer of files. A plan is shown, or carried out whole, or not at all."""
