"""What tests of agents and checks import: stand-ins for models, and a spy on the functions that an agent calls."""

from giskard.checks.testing.fake_models import Call, FakeEmbeddingModel, FakeGenerator
from giskard.checks.testing.spy import WithSpy

__all__ = ["Call", "FakeEmbeddingModel", "FakeGenerator", "WithSpy"]
