import pytest
from flask.testing import FlaskClient

from companion.page import create_app
from tests.companion.page import views
from tests.companion.page.fake_feed import FakeFeed


@pytest.fixture
def feed() -> FakeFeed:
    return FakeFeed(views.middle())


@pytest.fixture
def client(feed: FakeFeed) -> FlaskClient:
    return create_app(feed, beat_s=0.01, streams=2).test_client()
