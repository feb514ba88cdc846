import os

from animal_store import MINUTE_SECONDS
from limited_store import create_app
from limits import RateLimitItemPerSecond
from limits.storage import storage_from_string
from limits.strategies import STRATEGIES

storage = storage_from_string(os.environ.get("STORAGE", "memory://"))
limiter = STRATEGIES[os.environ["STRATEGY"]](storage)


def hit(key, limit):
    item = RateLimitItemPerSecond(limit, int(MINUTE_SECONDS))
    allowed = limiter.hit(item, key)
    stats = limiter.get_window_stats(item, key)
    return allowed, stats.remaining, stats.reset_time


app = create_app(hit)
