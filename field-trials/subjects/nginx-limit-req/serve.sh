#!/usr/bin/env bash
# Starts the service, and nginx in front of it. The argument follows `limit_req zone=…`.
set -e
cd "$(dirname "$0")"
mkdir -p target
python3 configuration.py "$1" > target/nginx.conf
.venv/bin/gunicorn --threads 8 --bind unix:target/app.sock app:app &
trap 'kill $(jobs -p)' TERM INT EXIT
until [ -S target/app.sock ]; do sleep 0.1; done
nginx -p "$PWD" -c target/nginx.conf &
wait -n
