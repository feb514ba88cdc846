#!/usr/bin/env bash
# Runs the command given, and prints `listening` as soon as a request to port $PORT of it has an answer.
"$@" &
service=$!
trap 'kill "$service"; wait "$service"; exit' TERM INT
answered() {
  exec 3<>"/dev/tcp/127.0.0.1/$PORT" &&
    printf 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' >&3 && read -r -t 5 -u 3 -n 5
}
until (answered) 2>/dev/null; do
  kill -0 "$service" 2>/dev/null || exit 1
  sleep 0.1
done
echo listening
wait "$service"
