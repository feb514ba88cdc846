ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
ROOT_URLCONF = "pets"
INSTALLED_APPS = ["rest_framework"]
MIDDLEWARE = ["access.limit_requests", "django.middleware.common.CommonMiddleware"]
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["access.ApiKeyAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "UNAUTHENTICATED_USER": None,
}
