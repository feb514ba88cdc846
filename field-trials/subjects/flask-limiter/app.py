import os

from animal_store import MINUTE_SECONDS, PLAN_LIMITS, read_api_keys
from flask import Flask, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limited_store import create_app

api_keys = read_api_keys()


def api_key():
    return request.headers.get("Authorization", "").removeprefix("Bearer ") or get_remote_address()


def limit_of_plan():
    return f"{PLAN_LIMITS[api_keys.get(api_key(), 'business')]} per {int(MINUTE_SECONDS)} seconds"


app = Flask(__name__)
Limiter(
    api_key,
    app=app,
    headers_enabled=True,
    storage_uri="memory://",
    **{os.environ["LIMITS"]: [limit_of_plan]},
)
create_app(app=app)
