/* global __ENV, animalStoreLoad */
import http from 'k6/http';
import { keyVariable } from './log.js';
import { load, traffic } from './requests.js';

export function send(request, data, number, responseType) {
  const headers = {
    Accept: 'application/json',
    'User-Agent': `${animalStoreLoad.tool.name}/${animalStoreLoad.tool.version} (+run ${data.tag})`,
    traceparent: `00-${data.trace}-${number.toString(16).padStart(16, '0')}-01`,
    Authorization: `Bearer ${__ENV[keyVariable]}`,
  };
  if (request.body !== null) {
    headers['Content-Type'] = 'application/json';
  }
  const sentAtMs = Date.now();
  const response = http.request(request.method, traffic.baseUrl + request.target, request.body, {
    headers,
    responseType,
    timeout: `${load.timeoutMs}ms`,
    redirects: 0,
    tags: { name: request.operation },
  });
  return { request, response, sentAtMs, finishedAtMs: Date.now() };
}
