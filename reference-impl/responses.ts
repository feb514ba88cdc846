import { stringify } from 'lossless-json';
import type { Message, Parts } from './parts.ts';

/** The `Error` body (section "Errors"). */
export const showProblem: Parts['showProblem'] = ({ status, code, message, headers }) => ({
  status,
  headers,
  body: { code, message, status },
});

/** The three headers that every response carries (section "Rate limit headers"); the reset in whole seconds. */
export const showAllowance: Parts['showAllowance'] = ({ allowance }) => ({
  'X-RateLimit-Limit': String(allowance.limit),
  'X-RateLimit-Remaining': String(allowance.remaining),
  'X-RateLimit-Reset': String(Math.ceil(allowance.resetsAt / 1000)),
});

export const writeMessage: Parts['writeMessage'] = (answer, request, parts) => ({
  status: answer.status,
  headers: {
    'Content-Type': 'application/json',
    Date: new Date(parts.clock.now()).toUTCString(),
    ...answer.headers,
    ...parts.showAllowance(answer, request),
  },
  body: writeJson(answer.body),
});

export const send: Parts['send'] = (message, _request, response) => {
  response.writeHead(message.status, { 'Content-Length': contentLength(message), ...message.headers });
  response.end(message.body);
};

/** Writes JSON with every integer to its last digit. */
export function writeJson(body: unknown): string {
  return stringify(body) ?? '';
}

function contentLength(message: Message): number {
  return Buffer.byteLength(message.body);
}
