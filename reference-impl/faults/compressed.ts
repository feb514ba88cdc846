import { gzipSync } from 'node:zlib';
import type { ApiRequest, Decoration, Message } from '../parts.ts';
import { messages } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

const takesGzip = ({ headers }: ApiRequest) => /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));

function gzipped(message: Message, body = gzipSync(message.body)): Message {
  return { ...message, body, headers: { ...message.headers, 'Content-Encoding': 'gzip' } };
}

/** Changes messages to those who take gzip. */
function forGzip(change: (message: Message, request: ApiRequest) => Message): Decoration {
  return messages((message, _answer, request) => (takesGzip(request) ? change(message, request) : message));
}

/** Keeps the first compressed body of each kind of request, and sends it again. */
function keeping(kindOf: (message: Message, request: ApiRequest) => string | null): Decoration {
  return around('writeMessage', (inner) => {
    const known = new Map<string, Message['body']>();
    return (answer, request, parts) => {
      const message = inner(answer, request, parts);
      const kind = takesGzip(request) ? kindOf(message, request) : null;
      const body = (kind === null ? undefined : known.get(kind)) ?? message.body;
      if (kind !== null) {
        known.set(kind, body);
      }
      return takesGzip(request) ? gzipped({ ...message, body }) : message;
    };
  });
}

/** What shows only to clients that take compressed bodies, which is nearly all of them. */
export const compressed: readonly Fault[] = [
  ...violating(['responses/media-type']).each(forGzip, {
    'gzip-cut-off': (message) => gzipped(message, gzipSync(message.body).subarray(0, -12)),
    'gzip-not-compressed': (message) => gzipped(message, Buffer.from(message.body)),
  }),
  ...violating(['get/id-matches']).by({
    // The first compressed response to a get is cached and returned for every other animal.
    'gzip-of-another-animal': keeping(({ status }, { method, path }) =>
      status === 200 && method === 'GET' && path.length === 3 ? 'reading' : null,
    ),
  }),
];
