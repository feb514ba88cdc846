import { certificateOfLocalhost } from '../../target/certificates.ts';
import { closing, writing } from '../../target/raw-server.ts';
import { answerBytes, brokenOff, everyNth, faithful, headBytes, spoiled } from '../answers.ts';
import { type Behaviour, ending } from '../behaviour.ts';

const timedOut = 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Servers that speak something else than HTTP/1.1, or speak it wrongly. */
export const framing: readonly Behaviour[] = [
  ...ending(3, /not HTTP\/1\.1/, {
    'It responds with random bytes and terminal escape sequences.': closing(
      `\u001b[2J\u001b]0;owned\u0007${'\u0080\u00ff\u0000<script>'.repeat(100)}`,
    ),
    'Header values hold terminal escape sequences.': writing(
      `${ok}X-Colour: \u001b[31mred\u001b]0;owned\u0007\r\nContent-Length: 2\r\n\r\n[]`,
    ),
  }),
  {
    does: 'It greets each connection as a mail server does.',
    status: 3,
    says: /not HTTP\/1\.1/,
    greet: (socket) => {
      socket.write('220 mail.example ESMTP ready\r\n');
    },
  },
  ...ending(3, /No verdict: \d+ of \d+ responses were unreadable/, {
    'The size of every second chunk is not a number.': brokenOff('chunks', (socket) =>
      socket.write('xyz\r\n[]\r\n0\r\n\r\n'),
    ),
  }),
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
  ...ending(0, /Conformant.*errors\/no-server-error.*bytes that belong to no response/, {
    'A list follows every response by a millisecond, as if to a request without a key.': async (
      socket,
      request,
      around,
    ) => {
      await faithful(socket, request, around);
      setTimeout(() => socket.write(`${ok}Content-Length: 2\r\n\r\n[]`), 1);
    },
  }),
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
  ...ending(3, /the answer's header section is larger than this client reads/, {
    'A header value is a megabyte long.': (socket) => {
      socket.write(`${ok}X-Long: ${'a'.repeat(1024 * 1024)}\r\n\r\n`);
    },
  }),
];

/** Servers over TLS. */
export const certificates: readonly Behaviour[] = [
  {
    does: 'Its certificate is signed by itself.',
    status: 3,
    says: /no secure connection to localhost:\d+: its certificate is self-signed/,
    tls: { certificate: certificateOfLocalhost, trusted: false },
    reply: faithful,
  },
  {
    does: 'Nothing is wrong: its certificate is trusted. This shows that the others are refused for what they are.',
    status: 0,
    says: /Conformant/,
    tls: { certificate: certificateOfLocalhost, trusted: true },
    reply: faithful,
  },
];
