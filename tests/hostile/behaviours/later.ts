import { closing, writing } from '../../target/raw-server.ts';
import { from, headBytes, spoiled } from '../answers.ts';
import type { Behaviour, Reply } from '../behaviour.ts';

/** By then the preflight is over, and the suites have begun. */
const first = 12;

const page = Buffer.from(
  '<!doctype html><html><head><title>Sign in</title></head><body>Sign in</body></html>',
);
const html = [['Content-Type', 'text/html']] as const;
const nothing = Buffer.alloc(0);

/** The same answer to every request. */
function always(status: number, headers: readonly (readonly [string, string])[], body: Buffer): Reply {
  return spoiled(() => ({ status, headers, body }));
}

const json = (text: string) => [[['Content-Type', 'application/json']], Buffer.from(text)] as const;
const [jsonType, emptyList] = json('[]');
const [, refusal] = json('{"code":"unauthorized","message":"No."}');

const unreadable = /stopped responding|unreadable|no response/;

const redirect: Reply = (socket, _request, { elsewhere }) => {
  const headers = [
    ['Location', elsewhere],
    ['Content-Length', '0'],
  ] as const;
  socket.write(headBytes(302, headers));
};

const rows: readonly (readonly [does: string, status: 1 | 3, says: RegExp, reply: Reply])[] = [
  ['every request is redirected to another host', 1, /FAILED .*302/, redirect],
  ['every answer is the page of a login', 1, /FAILED .*responses\/media-type/, always(200, html, page)],
  ['a gateway answers 502 with a page', 1, /FAILED .*errors\/no-server-error/, always(502, html, page)],
  ['everything is 404 with a page', 1, /FAILED /, always(404, html, page)],
  ['every answer is 200 without a body', 1, /FAILED .*responses\/media-type/, always(200, jsonType, nothing)],
  ['every answer is 204', 1, /FAILED .*responses\/documented-status/, always(204, [], nothing)],
  ['the key is refused', 1, /FAILED .*auth\/valid-key-accepted/, always(401, jsonType, refusal)],
  ['everything is 200 with an empty list', 1, /FAILED .*auth\//, always(200, jsonType, emptyList)],
  ['everything is 426', 1, /FAILED /, always(426, [...jsonType, ['Upgrade', 'HTTP/3.0']], refusal)],
  [
    'every body is JSON that breaks off, of the length that it announces',
    1,
    /FAILED .*responses\/media-type/,
    always(200, jsonType, Buffer.from('[{"id":1,"name":"Re')),
  ],
  [
    'everything is 429 with no field that says when to come again',
    1,
    /FAILED .*quota\/retry-after-present/,
    always(429, jsonType, Buffer.from('{"code":"rate_limited","message":"Later."}')),
  ],
  ['it speaks another protocol', 3, unreadable, closing('SSH-2.0-OpenSSH_9.2p1 Debian\r\n')],
  ['it answers with a document alone', 3, unreadable, closing('[]')],
  [
    'every answer announces two lengths',
    3,
    unreadable,
    writing('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[]'),
  ],
];

/** Servers that are an Animal Store for the first eleven requests, and something else from then on. */
export const later: readonly Behaviour[] = rows.map(([does, status, says, reply]) => ({
  does: `From the twelfth request on, ${does}.`,
  status,
  says,
  reply: from(first, reply),
}));
