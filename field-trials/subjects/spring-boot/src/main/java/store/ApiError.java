package store;

record ApiError(String code, String message, int status) {}
