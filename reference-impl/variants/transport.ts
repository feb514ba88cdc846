import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { losing, messages, refusing } from '../faults/decorations.ts';
import { type ApiRequest, type Decoration, isList, type Message, type Parts } from '../parts.ts';
import { Problem } from '../problem.ts';
import { createRateLimiter } from '../rate-limiter.ts';
import type { VariantRows } from './variant.ts';

function takesGzip(request: ApiRequest): boolean {
  const codings = request.headers['accept-encoding'];
  return codings === undefined || /(^|[\s,])(gzip|\*)\s*(,|$)/.test(codings.toString());
}

/** Another clock, for the Date header as for the limiter. */
function skewed({ clock, rateSettings }: Parts, ms: number): Partial<Parts> {
  const wrong = { now: () => clock.now() + ms };
  return { clock: wrong, takeAllowance: createRateLimiter(rateSettings, wrong) };
}

/** The same JSON, spread over lines, its characters beyond ASCII escaped. */
function spreadOut(text: string): string {
  const strings = /"[^"\\]*(?:\\.[^"\\]*)*"/g;
  const pieces = text.replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  let at = 0;
  let spread = '';
  for (const string of pieces.matchAll(strings)) {
    spread += pieces.slice(at, string.index).replace(/[{[,:]/g, '$&\n  ') + string[0];
    at = string.index + string[0].length;
  }
  return `${spread}${pieces.slice(at).replace(/[{[,:]/g, '$&\n  ')}\n`;
}

function withHeaders(message: Message, headers: Readonly<Record<string, string>>): Message {
  return { ...message, headers: { ...message.headers, ...headers } };
}

/** Insists on a Content-Length, which RFC 9110 permits with 411, and RFC 9112 with 501. */
function insistingOnLength(status: 411 | 501): Decoration {
  return refusing(
    'createPet',
    ({ headers }) => headers['transfer-encoding'] !== undefined,
    () => new Problem(status, 'length_required', 'Send a Content-Length.'),
  );
}

/** Compresses the bodies of some responses. */
function compressing(
  coding: string,
  isAccepted: (request: ApiRequest) => boolean,
  compress: (body: string | Uint8Array) => Uint8Array,
): Decoration {
  return messages((message, _answer, request) =>
    isAccepted(request)
      ? withHeaders(
          { ...message, body: compress(message.body) },
          { 'Content-Encoding': coding, Vary: 'Accept-Encoding' },
        )
      : message,
  );
}

/** Chooses the fifth and the fifteenth list. */
function twoLists() {
  let count = 0;
  return (_message: Message, request: ApiRequest) => {
    count += isList(request) ? 1 : 0;
    return isList(request) && (count === 5 || count === 15);
  };
}

export const transport: VariantRows = {
  'chunked-bodies': () => ({
    send(message, _request, response) {
      const bytes = Buffer.from(message.body);
      response.writeHead(message.status, { ...message.headers });
      for (let at = 0; at < bytes.length; at += 7) {
        response.write(bytes.subarray(at, at + 7));
      }
      response.end();
    },
  }),
  'gzip-bodies': compressing('gzip', takesGzip, gzipSync),
  'brotli-bodies': compressing(
    'br',
    ({ headers }) => /\bbr\b/.test(String(headers['accept-encoding'] ?? '')),
    brotliCompressSync,
  ),
  'large-bodies-end-the-connection': losing(
    'whole',
    () =>
      (_message, { body }) =>
        (body?.length ?? 0) > 65_536,
  ),
  'connection-close': messages((message) => withHeaders(message, { Connection: 'close' })),
  'charset-parameter': messages((message) =>
    withHeaders(message, { 'Content-Type': 'Application/JSON; charset=UTF-8' }),
  ),
  'json-spread-out': messages((message) => ({ ...message, body: spreadOut(message.body.toString()) })),
  // Each response sets another cookie of 900 characters, and a request with more than 4 KiB of them returns 431.
  'cookie-for-each-response': ({ handle }) => {
    let responses = 0;
    return {
      async handle(request, parts) {
        if ((request.headers.cookie ?? '').length > 4_096) {
          const problem = new Problem(431, 'cookies_too_large', 'The Cookie field is too large.');
          return { ...parts.showProblem(problem, request), allowance: await parts.takeAllowance(null) };
        }
        const answer = await handle(request, parts);
        responses += 1;
        const cookie = `visit${responses}=${'v'.repeat(900)}; Path=/`;
        return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookie } };
      },
    };
  },
  'slow-answers': ({ handle }) => ({
    handle: async (request, parts) => {
      await setTimeout(50);
      return handle(request, parts);
    },
  }),
  'clock-90-s-ahead': (parts) => skewed(parts, 90_000),
  'clock-90-s-behind': (parts) => skewed(parts, -90_000),
  // An unknown path or method is rejected before the key is checked, with the X-RateLimit headers of an anonymous client.
  'routes-before-keys': ({ handle }) => ({
    async handle(request, parts) {
      try {
        parts.route(request);
      } catch (error) {
        if (error instanceof Problem) {
          return { ...parts.showProblem(error, request), allowance: await parts.takeAllowance(null) };
        }
      }
      return handle(request, parts);
    },
  }),
  'scheme-in-its-letter-case': ({ readCredential }) => ({
    readCredential: (request) =>
      request.headers.authorization?.startsWith('Bearer ') === true ? readCredential(request) : null,
  }),
  // HEAD returns the headers of GET, and OPTIONS lists the methods.
  'head-and-options': ({ handle }) => ({
    async handle(request, parts) {
      const answer = await handle(
        { ...request, method: request.method === 'HEAD' ? 'GET' : request.method },
        parts,
      );
      return request.method === 'OPTIONS' && answer.status === 405
        ? { ...answer, status: 200, body: { methods: answer.headers['Allow'] } }
        : answer;
    },
  }),
  'chunked-411': insistingOnLength(411),
  'chunked-501': insistingOnLength(501),
  'two-lists-cut': losing('half', twoLists),
};
