import { closing, pour, writing } from '../../target/raw-server.ts';
import { brokenOff, drip } from '../answers.ts';
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
    does: 'The host name has no address.',
    status: 3,
    says: /no connection to animals\.invalid:80: (?:no address is known|the name server did not answer)/,
    address: () => 'http://animals.invalid/v1',
  },
  {
    does: 'It accepts the connection, reads the request and never answers.',
    status: 3,
    says: /waiting for headers: not done within 5000 ms/,
    options: impatient,
  },
  {
    does: 'It resets each connection as soon as it is made.',
    status: 3,
    says: /reset|closed without a response/,
    greet: (socket) => socket.resetAndDestroy(),
  },
  {
    does: 'It reads a request, then resets the connection.',
    status: 3,
    says: /reset|closed without a response/,
    reply: (socket) => {
      socket.resetAndDestroy();
    },
  },
  {
    does: 'It reads a request, then closes the connection in good order.',
    status: 3,
    says: /the connection was closed without a response/,
    reply: closing(''),
  },
  {
    does: 'It closes the connection in the middle of the status line.',
    status: 3,
    says: /closed in the middle of the response's headers/,
    reply: closing('HTTP/1.1 20'),
  },
  {
    does: 'It resets the connection in the middle of the header section.',
    status: 3,
    says: /reset|closed in the middle of the response's headers/,
    reply: (socket) => {
      socket.write(half, () => socket.resetAndDestroy());
    },
  },
  ...ending(3, /No verdict: \d+ of \d+ responses were unreadable/, {
    'It closes every connection in the middle of the body that it announced.': brokenOff('length', (socket) =>
      socket.end(),
    ),
    'It resets every connection between two chunks.': brokenOff('chunks', (socket) =>
      socket.resetAndDestroy(),
    ),
    'It sends chunks without end.': brokenOff('chunks', (socket) => pour(socket, endlessChunk)),
  }),
  {
    does: 'It sends its header section a byte at a time, slower than anybody waits.',
    status: 3,
    says: /waiting for headers: not done within 5000 ms/,
    options: impatient,
    reply: (socket) => drip(socket, half.toString()),
  },
  {
    does: 'It sends its body a byte at a time, slower than anybody waits.',
    status: 3,
    says: /reading the body: not done within 5000 ms/,
    options: impatient,
    reply: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      drip(socket, ' ');
    },
  },
  {
    does: 'It sends header fields without end.',
    status: 3,
    says: /the answer's header section is larger than this client reads/,
    reply: (socket) => {
      socket.write(half);
      pour(socket, Buffer.from('X-More: and more\r\n'.repeat(500)));
    },
  },
  {
    does: 'It sends 103 Early Hints without end, and no final answer.',
    status: 3,
    says: /waiting for headers: not done within 5000 ms/,
    options: impatient,
    reply: (socket) =>
      pour(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(200))),
  },
  {
    does: 'It announces one byte more than it sends, and leaves the connection open.',
    status: 3,
    says: /reading the body: not done within 5000 ms/,
    options: impatient,
    reply: writing('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n[]'),
  },
];
