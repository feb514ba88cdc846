from access import api_keys
from animal_store import MINUTE_SECONDS, PLAN_LIMITS
from rest_framework.throttling import SimpleRateThrottle


class ApiKeyThrottle(SimpleRateThrottle):
    """Counts in Django's default cache, which is in the memory of a process."""

    rate = "of the plan"

    def parse_rate(self, rate):
        return None, MINUTE_SECONDS

    def get_cache_key(self, request, view):
        return f"throttle_{request.auth}"

    def allow_request(self, request, view):
        self.num_requests = PLAN_LIMITS[api_keys[request.auth]]
        return super().allow_request(request, view)
