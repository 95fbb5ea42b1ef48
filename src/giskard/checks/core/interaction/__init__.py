"""What passed between a user and the system under test, turn by turn."""
