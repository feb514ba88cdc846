from settings import *  # noqa: F403
from settings import REST_FRAMEWORK

MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
REST_FRAMEWORK = {**REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": ["throttle.ApiKeyThrottle"]}
