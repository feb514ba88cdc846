import { closing, writing } from '../../target/raw-server.ts';
import { answerBytes, brokenOff, everyNth, faithful, headBytes, spoiled } from '../answers.ts';
import { type Behaviour, ending, type Reply } from '../behaviour.ts';

const timedOut = 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Answers that are not HTTP/1.1 at all, with what is wrong with them. */
const notHttp: readonly (readonly [does: string, reply: Reply])[] = [
  ['It answers plain HTTP with a TLS alert.', closing('\u0015\u0003\u0003\u0000\u0002\u0002\u0046')],
  [
    'It answers with bytes that mean nothing, escape sequences among them.',
    closing(`\u001b[2J\u001b]0;owned\u0007${'\u0080\u00ff\u0000<script>'.repeat(100)}`),
  ],
  ['A header value holds NUL bytes.', writing(`${ok}X-Nul: a\u0000b\r\nContent-Length: 2\r\n\r\n[]`)],
  [
    'Header values hold terminal escape sequences.',
    writing(`${ok}X-Colour: \u001b[31mred\u001b]0;owned\u0007\r\nContent-Length: 2\r\n\r\n[]`),
  ],
  [
    'It sends two contradicting Content-Lengths.',
    writing(`${ok}Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]`),
  ],
  [
    'It sends Content-Length and Transfer-Encoding together.',
    writing(`${ok}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`),
  ],
  ['Its Content-Length is -1.', writing(`${ok}Content-Length: -1\r\n\r\n[]`)],
  ['The status is 20.', writing('HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\n[]')],
];

/** Servers that speak something else than HTTP/1.1, or speak it wrongly. */
export const framing: readonly Behaviour[] = [
  ...notHttp.map(([does, reply]): Behaviour => ({ does, status: 3, says: /not HTTP\/1\.1/, reply })),
  {
    does: 'It answers with a document alone, as HTTP/0.9 did.',
    status: 3,
    says: /not HTTP\/1\.1.*begins/s,
    reply: closing('<html><body>Hello</body></html>'),
  },
  {
    does: 'It speaks HTTP/2 from the first byte: SETTINGS, then GOAWAY.',
    status: 3,
    says: /No verdict: the answer is HTTP\/2 without TLS/,
    greet: (socket) => {
      socket.write(Buffer.from('000006040000000000000300000064', 'hex'));
      socket.write(Buffer.from('0000080700000000000000000000000001', 'hex'));
    },
  },
  {
    does: 'It greets each connection as a mail server does.',
    status: 3,
    says: /not HTTP\/1\.1/,
    greet: (socket) => {
      socket.write('220 mail.example ESMTP ready\r\n');
    },
  },
  {
    does: 'The size of every second chunk is no number.',
    status: 3,
    says: /No verdict: \d+ of \d+ responses were unreadable/,
    reply: brokenOff('chunks', (socket) => socket.write('xyz\r\n[]\r\n0\r\n\r\n')),
  },
  {
    does: 'A chunk is said to be larger than any memory.',
    status: 3,
    says: /framing is broken|not done within 2000 ms/,
    options: ['--timeout', '2s', '--effort', 'smoke'],
    reply: writing(`${ok}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n[]`),
  },
  ...ending(0, /Conformant: 4\d of.*errors\/no-server-error.*bytes that belong to no response/, {
    'Every answer goes on behind its announced length.': spoiled((answer, request) =>
      Buffer.concat([answerBytes(answer, request), Buffer.from('surplus')]),
    ),
    'Behind every answer comes a second one, which would do for the next request.': spoiled(
      (answer, request) => Buffer.concat([answerBytes(answer, request), answerBytes(answer, request)]),
    ),
  }),
  {
    does: 'A millisecond behind every answer comes a list, which would do for a request without a key.',
    status: 0,
    says: /Conformant.*errors\/no-server-error.*bytes that belong to no response/,
    reply: async (socket, request, around) => {
      await faithful(socket, request, around);
      setTimeout(() => socket.write(`${ok}Content-Length: 2\r\n\r\n[]`), 1);
    },
  },
  {
    does: 'It returns 408 to each request and closes the connection.',
    status: 3,
    says: /^No verdict: no Animal Store found at .*: GET \/pets returned 408/,
    reply: closing(timedOut),
  },
  ...ending(0, /Conformant: /, {
    'Every sixth request returns 408 and closes its connection.': everyNth(6, closing(timedOut)),
    'It answers as HTTP/1.0 did: without a length, and the end of the connection is that of the body.':
      async (socket, request, { ask }) => {
        const { status, headers, body } = await ask(request);
        const head = headBytes(status, headers).toString('latin1').replace('HTTP/1.1', 'HTTP/1.0');
        socket.end(Buffer.concat([Buffer.from(head, 'latin1'), body]));
      },
    'A tab stands behind every Content-Length, which is white space that counts for nothing.': spoiled(
      (answer, request) =>
        Buffer.from(
          answerBytes(answer, request)
            .toString('latin1')
            .replace(/(Content-Length: \d+)/, '$1\t'),
          'latin1',
        ),
    ),
  }),
  {
    does: 'It answers 101 Switching Protocols, which nobody asked for.',
    status: 3,
    says: /switched to another protocol \(101\)/,
    reply: writing('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
  },
  {
    does: 'Every status is 999.',
    status: 3,
    says: /^No verdict: no Animal Store found at .*: GET \/pets returned 999/,
    reply: spoiled((answer) => ({ ...answer, status: 999 })),
  },
  {
    does: 'Every answer is 204 No Content, with a body.',
    status: 3,
    says: /^No verdict: no Animal Store found at .*: GET \/pets returned 204/,
    reply: spoiled((answer) =>
      Buffer.concat([
        headBytes(204, [...answer.headers, ['Content-Length', String(answer.body.length)]]),
        answer.body,
      ]),
    ),
  },
  {
    does: 'A header value is a megabyte long.',
    status: 3,
    says: /the answer's header section is larger than this client reads/,
    reply: (socket) => {
      socket.write(`${ok}X-Long: ${'a'.repeat(1024 * 1024)}\r\n\r\n`);
    },
  },
];
