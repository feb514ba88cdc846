import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { answerBytes, faithful, from, headBytes, spoiled, withBody, withHeaders } from '../answers.ts';
import { type Behaviour, ending, type Reply } from '../behaviour.ts';

const megabyte = 1024 * 1024;

/** Any body, in the place of the right one, once a run has begun. */
const instead = (body: Buffer, ...headers: readonly (readonly [string, string])[]): Reply =>
  from(
    8,
    spoiled((answer) => ({ ...answer, headers: [...answer.headers, ...headers], body })),
  );

/** Errors whose message is this text. */
const message = (text: string): Reply =>
  withBody((body) => body.replace(/"message":"[^"]*"/, () => `"message":${JSON.stringify(text)}`));

/** The chunks of a body, framed one by one. */
function chunked(frame: (chunk: string) => string, end: string, size: number): Reply {
  return async (socket, request, { ask }) => {
    const { status, headers, body } = await ask(request);
    const text = body.toString('latin1');
    const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      frame(text.slice(index * size, (index + 1) * size)),
    );
    const head = headBytes(status, [...headers, ['Transfer-Encoding', 'chunked']]);
    socket.write(Buffer.concat([head, Buffer.from(chunks.join('') + end, 'latin1')]));
  };
}

/** Closes each connection that is made while there are so many. */
function closingBeyond(most: number): (socket: Socket) => void {
  const connections = new Set<Socket>();
  return (socket) => {
    if (connections.size === most) {
      socket.destroy();
    } else {
      connections.add(socket);
      socket.on('close', () => connections.delete(socket));
    }
  };
}

const sized = (chunk: string, extension = '') => `${chunk.length.toString(16)}${extension}\r\n${chunk}\r\n`;

const blanksInChunks = Buffer.alloc(4_000_000 * 6, '1\r\n \r\n');

/** More of something than anybody needs: of time, memory, disk. */
export const excess: readonly Behaviour[] = [
  ...ending(0, /Conformant: /, {
    'Every answer has a field of 100,000 blanks between two letters.': withHeaders([
      'X-Note',
      `a${' '.repeat(100_000)}b`,
    ]),
    'Every answer has a field whose name has 60,000 letters.': withHeaders(['X'.repeat(60_000), '1']),
    'Every answer sets a hundred cookies.': withHeaders(
      ...Array.from({ length: 100 }, (_, index): [string, string] => [
        'Set-Cookie',
        `c${index}=${'v'.repeat(400)}; Path=/`,
      ]),
    ),
    'Every response has 900 header fields of 120 quotation marks.': withHeaders(
      ...Array.from({ length: 900 }, (): [string, string] => ['a', '"'.repeat(120)]),
    ),
    'Every body has 255 KB of text behind it as another member, compressed to a few hundred bytes.': spoiled(
      (answer) => ({
        ...answer,
        headers: [...answer.headers, ['Content-Encoding', 'gzip']],
        body: gzipSync(Buffer.from(answer.body.toString('utf8') + ' '.repeat(255_000))),
      }),
    ),
    'Every error has a message of 200,000 dots and a letter.': message(`${'.'.repeat(200_000)}x`),
    'Every error has a message of 100,000 backslashes.': message('\\'.repeat(100_000)),
    'Every error has a message of 300,000 letters, as an image in base64 has.': message(
      'aB3/'.repeat(75_000),
    ),
    'Every error has a message of 50,000 beginnings of HTML entities.': message('&#0'.repeat(50_000)),
    'Every body comes in chunks of one byte, as quickly as it can.': chunked(
      (chunk) => sized(chunk),
      '0\r\n\r\n',
      1,
    ),
    'Every chunk has an extension of 1,000 letters.': chunked(
      (chunk) => sized(chunk, `;x=${'a'.repeat(1_000)}`),
      '0\r\n\r\n',
      64,
    ),
    'Behind every body come trailer fields with other figures of the rate limit.': chunked(
      (chunk) => sized(chunk),
      '0\r\nX-RateLimit-Remaining: 999\r\nX-Note: x\r\n\r\n',
      64,
    ),
    'Fifty 103 Early Hints come before each answer.': async (socket, request, { ask }) => {
      const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n';
      socket.write(hint.repeat(50));
      socket.write(answerBytes(await ask(request), request));
    },
  }),
  ...ending(3, /the header section has more than 2000 fields, the limit of this client/, {
    'Every response has 30,000 header fields without a value.': withHeaders(
      ...Array.from({ length: 30_000 }, (): [string, string] => ['a', '']),
    ),
  }),
  ...ending(1, /FAILED/, {
    'Every id is a number of a million digits.': withBody((text) =>
      text.replace(/"id":\d+/, () => `"id":${'7'.repeat(1_000_000)}`),
    ),
    'From the eighth request on every body is a list of 500,000 empty objects.': instead(
      Buffer.from(`[${'{},'.repeat(500_000)}{}]`),
    ),
    'From the eighth request on every body is an object of 100,000 members.': instead(
      Buffer.from(`{${Array.from({ length: 100_000 }, (_, index) => `"m${index}":1`).join(',')}}`),
    ),
  }),
  ...ending(3, /\d+ of \d+ responses were unreadable \(the body holds more than 2500 levels of nesting/, {
    'From the eighth request on every body is 2 MB of opening brackets.': instead(
      Buffer.alloc(2 * megabyte, '['),
    ),
  }),
  ...ending(3, /No verdict: \d+ of \d+ responses were unreadable/, {
    'From the eighth request on every body is 5 MB of text.': instead(
      Buffer.from(JSON.stringify('x'.repeat(5 * megabyte))),
    ),
    'Every body begins with four million spaces, each in its own chunk.': async (
      socket,
      request,
      { ask },
    ) => {
      const { status, headers, body } = await ask(request);
      socket.write(headBytes(status, [...headers, ['Transfer-Encoding', 'chunked']]));
      socket.write(blanksInChunks);
      socket.write(`${sized(body.toString('latin1'))}0\r\n\r\n`, 'latin1');
    },
  }),
  {
    does: 'The name of every animal has 20,000 combining marks behind it.',
    status: 1,
    says: /FAILED create\/echoes/,
    options: ['--effort', 'normal', '--timeout', '60s'],
    reply: withBody((text) =>
      text.replace(/"name":"[^"]*/g, (name) => name + 'a\u0315\u0300'.repeat(10_000)),
    ),
  },
  {
    does: 'The eleventh connection is closed without a word.',
    status: 0,
    says: /Conformant: .* requests/,
    options: ['--effort', 'normal', '--timeout', '60s'],
    greet: closingBeyond(10),
    reply: faithful,
  },
  {
    does: 'Every second request is answered 429, to be repeated in a second.',
    status: 3,
    says: /--max-time/,
    options: ['--max-time', '6s'],
    reply: everySecond429,
  },
  {
    does: 'Every answer takes a third of a second, for as long as anybody asks.',
    status: 3,
    says: /--max-time/,
    options: ['--max-time', '6s'],
    reply: async (socket, request, { ask }) => {
      const answer = await ask(request);
      setTimeout(() => socket.write(answerBytes(answer, request)), 330);
    },
  },
];

const everySecond429Head = [
  ['Content-Type', 'application/json'],
  ['Retry-After', '1'],
  ['X-RateLimit-Limit', '60'],
  ['X-RateLimit-Remaining', '0'],
] as const;

async function everySecond429(...[socket, request, { ask }]: Parameters<Reply>): Promise<void> {
  const answer = await ask(request);
  const body = Buffer.from('{"code":"rate_limited","message":"Later."}');
  const reset = ['X-RateLimit-Reset', String(Math.ceil(Date.now() / 1000) + 1)] as const;
  const refusal = { status: 429, headers: [...everySecond429Head, reset], body };
  socket.write(answerBytes(request.number % 2 === 0 ? refusal : answer, request));
}
