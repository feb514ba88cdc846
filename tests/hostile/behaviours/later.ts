import { closing, from, headBytes, spoiled, writing } from '../answers.ts';
import type { Behaviour, Reply } from '../behaviour.ts';

/** By then the preflight is over, and the suites have begun. */
const first = 12;

const page = Buffer.from(
  '<!doctype html><html><head><title>Sign in</title></head><body>Sign in</body></html>',
);
const html = [['Content-Type', 'text/html']] as const;
const nothing = Buffer.alloc(0);

/** The same answer to every later request. */
function always(status: number, headers: readonly (readonly [string, string])[], body: Buffer): Reply {
  return from(
    first,
    spoiled(() => ({ status, headers, body })),
  );
}

const json = (text: string) => [[['Content-Type', 'application/json']], Buffer.from(text)] as const;
const [jsonType, emptyList] = json('[]');
const [, refusal] = json('{"code":"unauthorized","message":"No."}');

/** Servers that are an Animal Store for the first eleven requests, and something else from then on. */
export const later: readonly Behaviour[] = [
  {
    name: 'redirects-later',
    does: 'From the twelfth request on, every request is redirected to another host.',
    status: 1,
    says: /FAILED .*302/,
    reply: from(first, (socket, _request, { elsewhere }) => {
      socket.write(
        headBytes(302, [
          ['Location', elsewhere],
          ['Content-Length', '0'],
        ]),
      );
    }),
  },
  {
    name: 'login-page-later',
    does: 'From the twelfth request on, every answer is 200 with the HTML of a login page.',
    status: 1,
    says: /FAILED .*responses\/media-type/,
    reply: always(200, html, page),
  },
  {
    name: 'bad-gateway-later',
    does: 'From the twelfth request on, a gateway answers 502 with a page.',
    status: 1,
    says: /FAILED .*errors\/no-server-error/,
    reply: always(502, html, page),
  },
  {
    name: 'not-found-later',
    does: 'From the twelfth request on, everything is 404 with a page.',
    status: 1,
    says: /FAILED /,
    reply: always(404, html, page),
  },
  {
    name: 'nothing-in-it-later',
    does: 'From the twelfth request on, every answer is 200 without a body.',
    status: 1,
    says: /FAILED .*responses\/media-type/,
    reply: always(200, jsonType, nothing),
  },
  {
    name: 'no-content-later',
    does: 'From the twelfth request on, every answer is 204.',
    status: 1,
    says: /FAILED .*responses\/documented-status/,
    reply: always(204, [], nothing),
  },
  {
    name: 'key-refused-later',
    does: 'From the twelfth request on, the key is refused.',
    status: 1,
    says: /FAILED .*auth\/valid-key-accepted/,
    reply: always(401, jsonType, refusal),
  },
  {
    name: 'empty-list-to-everything-later',
    does: 'From the twelfth request on, everything is 200 with an empty list.',
    status: 1,
    says: /FAILED .*auth\//,
    reply: always(200, jsonType, emptyList),
  },
  {
    name: 'upgrade-required-later',
    does: 'From the twelfth request on, everything is 426.',
    status: 1,
    says: /FAILED /,
    reply: always(426, [...jsonType, ['Upgrade', 'HTTP/3.0']], refusal),
  },
  {
    name: 'half-a-list-later',
    does: 'From the twelfth request on, every body is JSON that breaks off, of the length that it announces.',
    status: 1,
    says: /FAILED .*responses\/media-type/,
    reply: always(200, jsonType, Buffer.from('[{"id":1,"name":"Re')),
  },
  {
    name: 'refuses-without-fields-later',
    does: 'From the twelfth request on, everything is 429 with no field that says when to come again.',
    status: 1,
    says: /FAILED .*quota\/retry-after-present/,
    reply: always(429, jsonType, Buffer.from('{"code":"rate_limited","message":"Later."}')),
  },
  {
    name: 'garbage-later',
    does: 'From the twelfth request on, it speaks another protocol.',
    status: 3,
    says: /stopped responding|unreadable|no response/,
    reply: from(first, closing('SSH-2.0-OpenSSH_9.2p1 Debian\r\n')),
  },
  {
    name: 'http-0.9-later',
    does: 'From the twelfth request on, it answers with a document alone.',
    status: 3,
    says: /stopped responding|unreadable|no response/,
    reply: from(first, closing('[]')),
  },
  {
    name: 'another-length-later',
    does: 'From the twelfth request on, every answer announces two lengths.',
    status: 3,
    says: /stopped responding|unreadable|no response/,
    reply: from(first, writing('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[]')),
  },
];
