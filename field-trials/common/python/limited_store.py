"""A store in Flask whose only question is its limiter."""

import math
import time

from animal_store import PLAN_LIMITS, AnimalStore, read_api_keys
from flask import Flask, g, jsonify, request
from werkzeug.exceptions import HTTPException

STATUSES = ("available", "pending", "sold")


def create_app(hit=None, app=None):
    """`hit(key, limit)` counts a request, and returns whether it is allowed, how many are left, and the time of reset.

    Without it nothing is limited here, and no header field speaks of a limit. `app` is a Flask to add the routes to.
    """
    api_keys = read_api_keys()
    store = AnimalStore()
    app = app or Flask(__name__)

    def error(status, code, message):
        return jsonify(code=code, message=message, status=status), status

    @app.before_request
    def authenticate_and_limit():
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or key not in api_keys:
            limit = PLAN_LIMITS["free"]
            g.rate_limit = (limit, limit, time.time(), None)
            return error(401, "unauthorized", "The API key is missing or not valid")
        if hit is None:
            return None
        limit = PLAN_LIMITS[api_keys[key]]
        allowed, remaining, reset = hit(key, limit)
        g.rate_limit = (limit, remaining, reset, None if allowed else reset - time.time())
        if not allowed:
            return error(429, "rate_limited", "Too many requests")

    @app.after_request
    def add_rate_limit_headers(response):
        if hit is None:
            return response
        limit, remaining, reset, wait = g.rate_limit
        response.headers["X-RateLimit-Limit"] = str(limit)
        response.headers["X-RateLimit-Remaining"] = str(max(0, remaining))
        response.headers["X-RateLimit-Reset"] = str(math.ceil(reset))
        if wait is not None:
            response.headers["Retry-After"] = str(max(1, math.ceil(wait)))
        return response

    @app.errorhandler(HTTPException)
    def as_error(exception):
        status = 400 if exception.code == 415 else exception.code
        return error(status, "invalid_request", exception.description)

    @app.get("/v1/pets")
    def list_pets():
        return jsonify(store.list(request.args.get("limit", 20, int), request.args.get("status")))

    @app.post("/v1/pets")
    def create_pet():
        data = request.get_json()
        name, category, status = data.get("name"), data.get("categoryId"), data.get("status", "available")
        if not isinstance(name, str) or type(category) is not int or status not in STATUSES:
            return error(400, "invalid_pet", "name, categoryId or status is missing or not valid")
        return jsonify(store.add({"name": name, "categoryId": category, "status": status})), 201

    @app.get("/v1/pets/<int:pet_id>")
    def get_pet(pet_id):
        pet = store.get(pet_id)
        return jsonify(pet) if pet else error(404, "pet_not_found", f"There is no pet {pet_id}")

    return app
