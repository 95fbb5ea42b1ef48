"""What tests of agents and checks import: stand-ins for models, a spy, and the conventions as an assertion."""

from giskard.checks.testing.conventions import assert_conventions
from giskard.checks.testing.fake_models import Call, FakeEmbeddingModel, FakeGenerator
from giskard.checks.testing.spy import WithSpy

__all__ = ["Call", "FakeEmbeddingModel", "FakeGenerator", "WithSpy", "assert_conventions"]
