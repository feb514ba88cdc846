"""What the services in Python share: the animals in memory, the API keys and a limit of requests a minute."""

import itertools
import math
import os
import threading
import time

PLAN_LIMITS = {"free": 60, "pro": 300, "business": 1000, "enterprise": 1_000_000}
MINUTE_SECONDS = int(os.environ.get("MINUTE_MS", "60000")) / 1000


def read_api_keys():
    """The plan of every API key, from `API_KEYS` (PLAN=KEY, comma-separated)."""
    pairs = (entry.split("=", 1) for entry in os.environ["API_KEYS"].split(","))
    return {key: plan for plan, key in pairs}


class AnimalStore:
    def __init__(self):
        self._animals = {}
        self._ids = itertools.count(1)
        self._lock = threading.Lock()

    def add(self, fields):
        with self._lock:
            animal = {"id": next(self._ids), **fields}
            self._animals[animal["id"]] = animal
        return animal

    def get(self, animal_id):
        return self._animals.get(animal_id)

    def list(self, limit, status=None):
        with self._lock:
            animals = list(self._animals.values())
        return [animal for animal in animals if status in (None, animal["status"])][:limit]


class MinuteLimiter:
    """Counts the requests of each caller in windows of a minute, aligned to the clock."""

    def __init__(self):
        self._counts = {}
        self._lock = threading.Lock()

    def hit(self, caller, limit):
        """Counts one request. Returns whether it is within the limit, and the header fields to send."""
        window = time.time() // MINUTE_SECONDS
        with self._lock:
            counted_window, count = self._counts.get(caller, (window, 0))
            count = count + 1 if counted_window == window else 1
            self._counts[caller] = (window, count)
        reset = (window + 1) * MINUTE_SECONDS
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(0, limit - count)),
            "X-RateLimit-Reset": str(math.ceil(reset)),
        }
        if count > limit:
            headers["Retry-After"] = str(math.ceil(reset - time.time()))
        return count <= limit, headers
