"""SlowAPI with the middleware and default_limits, as its documentation shows them, but for a key function of our own."""

import os
from contextvars import ContextVar

from animal_store import MINUTE_SECONDS, PLAN_LIMITS, AnimalStore, read_api_keys
from slowapi import Limiter, _rate_limit_exceeded_handler
from slowapi.errors import RateLimitExceeded
from slowapi.middleware import SlowAPIMiddleware
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import Route

STATUSES = ("available", "pending", "sold")

api_keys = read_api_keys()
store = AnimalStore()
plan = ContextVar("plan", default="business")


def api_key(request):
    return request.headers.get("Authorization", "").removeprefix("Bearer ") or "none"


def limit_of_plan():
    return f"{PLAN_LIMITS[plan.get()]} per {int(MINUTE_SECONDS)} seconds"


class PlanMiddleware:
    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http":
            authorization = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
            plan.set(api_keys.get(authorization.removeprefix("Bearer "), "business"))
        await self.app(scope, receive, send)


def require_api_key(request):
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    if scheme != "Bearer" or key not in api_keys:
        raise HTTPException(401, "The API key is missing or not valid")


async def list_pets(request):
    require_api_key(request)
    limit = int(request.query_params.get("limit", 20))
    return JSONResponse(store.list(limit, request.query_params.get("status")))


async def create_pet(request):
    require_api_key(request)
    data = await request.json()
    fields = {"status": "available", **data}
    if not isinstance(fields.get("name"), str) or type(fields.get("categoryId")) is not int:
        raise HTTPException(400, "name or categoryId is missing or not valid")
    return JSONResponse(store.add(fields), 201)


async def get_pet(request):
    require_api_key(request)
    pet = store.get(request.path_params["pet_id"])
    if pet is None:
        raise HTTPException(404, "There is no such pet")
    return JSONResponse(pet)


async def as_error(request, exception):
    status = exception.status_code
    content = {"code": f"status_{status}", "message": exception.detail, "status": status}
    return JSONResponse(content, status)


app = Starlette(
    routes=[
        Route("/v1/pets", list_pets, methods=["GET"]),
        Route("/v1/pets", create_pet, methods=["POST"]),
        Route("/v1/pets/{pet_id:int}", get_pet, methods=["GET"]),
    ],
    exception_handlers={HTTPException: as_error},
)
app.state.limiter = Limiter(key_func=api_key, headers_enabled=True, **{os.environ["LIMITS"]: [limit_of_plan]})
app.add_exception_handler(RateLimitExceeded, _rate_limit_exceeded_handler)
app.add_middleware(SlowAPIMiddleware)
app.add_middleware(PlanMiddleware)
