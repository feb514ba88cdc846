"""Prints nginx's configuration: a zone for each plan, a count for each key. The argument follows `limit_req zone=…`."""

import os
import sys

from animal_store import MINUTE_SECONDS, PLAN_LIMITS, read_api_keys

api_keys = read_api_keys()
plans = sorted(set(api_keys.values()))


def zone(plan):
    keys = "".join(f'"Bearer {key}" {key}; ' for key, of in api_keys.items() if of == plan)
    rate = round(PLAN_LIMITS[plan] * 60 / MINUTE_SECONDS)
    return f"""
    map $http_authorization $key_of_{plan} {{ default ""; {keys}}}
    limit_req_zone $key_of_{plan} zone={plan}:1m rate={rate}r/m;"""


def limit(plan):
    options = sys.argv[1].format(burst=PLAN_LIMITS[plan] - 1)
    return f"\n        limit_req zone={plan} {options};"


print(
    f"""daemon off;
pid target/nginx.pid;
error_log target/error.log;
worker_processes 2;
events {{}}
http {{
    access_log off;
    client_body_temp_path target/body;
    proxy_temp_path target/proxy;
    fastcgi_temp_path target/fastcgi;
    uwsgi_temp_path target/uwsgi;
    scgi_temp_path target/scgi;
    limit_req_status 429;{"".join(map(zone, plans))}
    server {{
        listen 127.0.0.1:{os.environ["PORT"]};{"".join(map(limit, plans))}
        location / {{
            proxy_pass http://unix:target/app.sock;
        }}
    }}
}}"""
)
