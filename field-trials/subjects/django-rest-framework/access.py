"""API keys, and the limit of requests a minute."""

from animal_store import PLAN_LIMITS, MinuteLimiter, read_api_keys
from django.http import JsonResponse
from rest_framework import authentication, exceptions

api_keys = read_api_keys()
limiter = MinuteLimiter()


def limit_requests(get_response):
    def middleware(request):
        key = request.headers.get("Authorization", "").removeprefix("Bearer ")
        caller = key if key in api_keys else request.META["REMOTE_ADDR"]
        allowed, headers = limiter.hit(caller, PLAN_LIMITS[api_keys.get(key, "business")])
        if allowed:
            response = get_response(request)
        else:
            response = JsonResponse({"detail": "Request was throttled."}, status=429)
        for name, value in headers.items():
            response[name] = value
        return response

    return middleware


class ApiKeyUser:
    is_authenticated = True


class ApiKeyAuthentication(authentication.BaseAuthentication):
    def authenticate(self, request):
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer":
            return None
        if key not in api_keys:
            raise exceptions.AuthenticationFailed()
        return ApiKeyUser(), key

    def authenticate_header(self, request):
        return "Bearer"
