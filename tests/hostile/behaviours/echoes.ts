import { gzipSync } from 'node:zlib';
import { answerBytes, credentialOf, headBytes, spoiled, withBody } from '../answers.ts';
import { type Behaviour, ending, type WholeAnswer } from '../behaviour.ts';

/** Repeats the key of each request as `write` does. */
function repeating(write: (key: string, answer: WholeAnswer) => WholeAnswer) {
  return spoiled((answer, request) => {
    const key = credentialOf(request);
    return key === null ? answer : write(key, answer);
  });
}

/** Repeats it in the message of errors and in a member of animals. */
function inBodies(written: (key: string) => string) {
  return withBody((text, request) => {
    const key = credentialOf(request);
    return key === null ? text : text.replace(/^\{/, `{"seen":${JSON.stringify(written(key))},`);
  });
}

const everyCharacter = (write: (code: number) => string) => (key: string) =>
  [...key].map((character) => write(character.charCodeAt(0))).join('');

/** So many characters of a text, in an order that looks random and is always the same. */
const shuffled = (text: string, length: number) =>
  Array.from({ length }, (_, index) => text.charAt((index * index * 7 + index * 13) % text.length)).join('');

const writings: readonly ((key: string) => string)[] = [
  (key) => key,
  everyCharacter((code) => `%${code.toString(16)}`),
  everyCharacter((code) => `&#x${code.toString(16)};`),
  (key) => Buffer.from(key).toString('base64'),
  (key) => Buffer.from(`user:${key}`).toString('base64url'),
  (key) => Buffer.from(`"${key}"`).toString('base64'),
  (key) => Buffer.from(key).toString('hex'),
  (key) => key.toUpperCase(),
  everyCharacter((code) => `&#${code};`),
  (key) => JSON.stringify(Buffer.from(key)),
  (key) => `[${[...Buffer.from(key)].join(' ')}]`,
  (key) => key.slice(3, 11),
];

/** Servers that repeat the key that they were sent. */
export const echoes: readonly Behaviour[] = [
  ...ending(0, /Conformant/, {
    'Header fields, a cookie and a challenge repeat the key.': repeating((key, answer) => ({
      ...answer,
      headers: [
        ...answer.headers,
        ['X-Received-Authorization', `Bearer ${key}`],
        ['Set-Cookie', `token=${encodeURIComponent(key)}`],
        [`X-${key.replace(/[^A-Za-z0-9]/g, '')}`, '1'],
        ['Server-Timing', `auth;desc="${key.toUpperCase()}"`],
      ],
    })),
  }),
  {
    does: 'The name of every animal begins with 20,000 characters of the key, shuffled, and every answer is slow.',
    status: 3,
    says: /^(?!.*no report).*--max-time/,
    options: ['--max-time', '6s', '--read-only'],
    reply: async (socket, request, { ask }) => {
      const answer = await ask(request);
      const written = shuffled(credentialOf(request) ?? '', 20_000);
      const text = answer.body.toString('utf8').replace(/"name":"/g, () => `"name":"${written}`);
      setTimeout(() => socket.write(answerBytes({ ...answer, body: Buffer.from(text) }, request)), 330);
    },
  },
  ...ending(0, /WARNED errors\/no-internals/, {
    'The key comes back in every body: as it is, in escapes of URLs and HTML, in base64, in hexadecimal, as a list of bytes and in capitals.':
      inBodies((key) => writings.map((write) => write(key)).join(' ')),
    'The key comes back in every body, each of its characters as an escape of JSON.': withBody(
      (text, request) => {
        const escaped = everyCharacter((code) => `\\u00${code.toString(16)}`)(credentialOf(request) ?? '');
        return text.replace(/^\{/, () => `{"seen":"${escaped}",`);
      },
    ),
  }),
  ...ending(3, /not HTTP\/1\.1/, {
    'The response is not HTTP and repeats the key.': (socket, request) => {
      socket.end(`error: unknown request ${request.lines.join(' | ')}`);
    },
  }),
  ...ending(3, /No verdict: \d+ of \d+ responses were unreadable/, {
    'Every body is truncated within the key.': async (socket, request, { ask }) => {
      const { status, headers } = await ask(request);
      const key = credentialOf(request) ?? 'none';
      socket.write(headBytes(status, [...headers, ['Content-Length', '1000']]));
      socket.end(`[{"name":"${key.slice(0, -1)}`);
    },
  }),
  ...ending(1, /Received +{"code":"x","message":"no: \$ANIMAL_STORE_API_KEY"/, {
    'Every compressed body repeats the key.': repeating((key, answer) => ({
      ...answer,
      headers: [...answer.headers, ['Content-Encoding', 'gzip']],
      body: gzipSync(JSON.stringify({ code: 'x', message: `no: ${key}`, status: answer.status })),
    })),
  }),
  {
    does: 'Every body repeats the key up to 4 MB.',
    status: 3,
    says: /unreadable \(the body is larger than|--max-time/,
    options: ['--effort', 'smoke', '--max-time', '10s'],
    reply: inBodies((key) => `${key} `.repeat(4_000_000 / (key.length + 1))),
  },
  {
    does: 'Every body repeats the key in hexadecimal up to 4 MB.',
    status: 3,
    says: /unreadable \(the body is larger than|--max-time/,
    options: ['--effort', 'smoke', '--max-time', '10s'],
    reply: inBodies((key) =>
      Buffer.from(key)
        .toString('hex')
        .repeat(2_000_000 / key.length),
    ),
  },
];
