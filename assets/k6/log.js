/* global __ENV, animalStoreLoad */
import encoding from 'k6/encoding';
import { failureCode } from './requests.js';

export const keyVariable = 'ANIMAL_STORE_API_KEY';
const longestLine = 14000;
/** Longer bodies are not logged. */
const longestBody = 100000;

export function writeExchange(tag, id, { request, response, sentAtMs, finishedAtMs }, sinceMs) {
  const { Authorization: _, ...sent } = response.request.headers;
  const isLong = typeof response.body === 'string' && response.body.length > longestBody;
  write(tag, id, {
    type: 'exchange',
    sinceMs,
    sentAtMs,
    finishedAtMs,
    method: request.method,
    target: request.target,
    sent,
    sentBody: request.body,
    status: response.status,
    protocol: response.proto,
    headers: response.headers,
    body: isLong ? null : response.body || '',
    failure: response.status === 0 ? failureCode(response.error_code) : null,
    error: response.error,
  });
}

export function write(tag, id, record) {
  for (const line of linesOf(tag, id, record)) {
    console.log(line);
  }
}

/** The lines of a record: base64, so that no format of a log changes its length or its content. */
export function linesOf(tag, id, record) {
  const text = encoding.b64encode(withoutKey(JSON.stringify(record)), 'std');
  const of = Math.ceil(text.length / longestLine);
  return Array.from({ length: of }, (_, index) => {
    const piece = text.slice(index * longestLine, (index + 1) * longestLine);
    return `{"animalStoreLoad":"${animalStoreLoad.digest}","from":"${tag}","record":"${id}","part":${index + 1},"of":${of},"base64":"${piece}"}`;
  });
}

/** Masks the key, also in a body of JSON, which has been escaped twice here, and in a URL. */
function withoutKey(json) {
  const key = __ENV[keyVariable] || '';
  if (key.length < 8) {
    return json;
  }
  const once = escaped(key);
  return [escaped(once), once, encodeURIComponent(key)].reduce(
    (text, writing) => text.split(writing).join(`$${keyVariable}`),
    json,
  );
}

function escaped(text) {
  return JSON.stringify(text).slice(1, -1);
}
