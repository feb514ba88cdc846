import { closing, pour } from '../../target/raw-server.ts';
import { brokenOff } from '../answers.ts';
import { type Behaviour, ending } from '../behaviour.ts';

const impatient = ['--timeout', '5s', '--effort', 'smoke'];
const endlessChunk = Buffer.from(`8000\r\n${' '.repeat(0x8000)}\r\n`);
const half = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n');

/** Servers that never come to a whole answer. */
export const silence: readonly Behaviour[] = [
  {
    does: 'Nothing listens at the port.',
    status: 3,
    says: /no connection to 127\.0\.0\.1:1: nothing listens there/,
    address: () => 'http://127.0.0.1:1/v1',
  },
  {
    does: 'It accepts the connection, reads the request and never answers.',
    status: 3,
    says: /waiting for headers: not done within 5000 ms/,
    options: impatient,
  },
  ...ending(3, /the connection was closed without a response/, {
    'It reads a request, then closes the connection cleanly.': closing(''),
  }),
  ...ending(3, /No verdict: \d+ of \d+ responses were unreadable/, {
    'It closes every connection in the middle of the body that it announced.': brokenOff('length', (socket) =>
      socket.end(),
    ),
    'It resets every connection between two chunks.': brokenOff('chunks', (socket) =>
      socket.resetAndDestroy(),
    ),
    'It sends chunks without end.': brokenOff('chunks', (socket) => pour(socket, endlessChunk)),
  }),
  ...ending(3, /the answer's header section is larger than this client reads/, {
    'It sends an endless header section.': (socket) => {
      socket.write(half);
      pour(socket, Buffer.from('X-More: and more\r\n'.repeat(500)));
    },
  }),
  {
    does: 'It sends 103 Early Hints without end, and no final answer.',
    status: 3,
    says: /waiting for headers: not done within 5000 ms/,
    options: impatient,
    reply: (socket) =>
      pour(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(200))),
  },
];
