import { spoiled, withHeaders } from '../answers.ts';
import { type Behaviour, ending, type WholeAnswer } from '../behaviour.ts';

function instead(...headers: WholeAnswer['headers']) {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return spoiled((answer) => ({
    ...answer,
    headers: [...answer.headers.filter(([name]) => !names.has(name.toLowerCase())), ...headers],
  }));
}

/** A value that a client which keeps cookies would send back. */
export const plantedCookie = 'session=planted-by-the-server';

/** Header fields that are meant to mislead. */
export const headers: readonly Behaviour[] = [
  ...ending(0, /Conformant: /, {
    'It sets cookies with every answer.': withHeaders(
      ['Set-Cookie', `${plantedCookie}; Path=/`],
      ['Set-Cookie2', plantedCookie],
    ),
    'Every answer has a thousand header fields more.': withHeaders(
      ...Array.from({ length: 1000 }, (_, index) => [`X-Field-${index}`, 'a'.repeat(60)] as const),
    ),
  }),
  ...ending(1, /rate\//, {
    'The figures of the rate headers are numbers of forty digits.': instead(
      ['X-RateLimit-Limit', '9'.repeat(40)],
      ['X-RateLimit-Remaining', '9'.repeat(40)],
      ['X-RateLimit-Reset', '9'.repeat(40)],
    ),
    'Date, Retry-After, Content-Type and the rate headers hold nonsense.': instead(
      ['Date', 'Thu, 99 Foo 99999 99:99:99 <b>'],
      ['Retry-After', '-1e400'],
      ['Content-Type', 'application/json; charset="\u00ff\u0080"'],
      ['X-RateLimit-Limit', 'NaN'],
      ['X-RateLimit-Remaining', '<script>alert(1)</script>'],
      ['X-RateLimit-Reset', '-0'],
    ),
  }),
  {
    does: 'Every answer says that nothing is left of the limit until the year 9999.',
    status: 1,
    says: /rate\//,
    options: ['--effort', 'smoke', '--minute', '1s', '--max-time', '6s'],
    reply: instead(
      ['X-RateLimit-Limit', '100'],
      ['X-RateLimit-Remaining', '0'],
      ['X-RateLimit-Reset', '253402300799'],
    ),
  },
  {
    does: 'It answers 429 for ever, to be repeated at once.',
    status: 3,
    says: /the quota of the key is exhausted/,
    options: ['--effort', 'smoke', '--minute', '1s', '--max-time', '6s'],
    reply: (socket) => {
      socket.write('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n');
    },
  },
  {
    does: 'It answers 429, to be repeated in a hundred years.',
    status: 3,
    says: /the quota of the key is exhausted/,
    options: ['--effort', 'smoke', '--minute', '1s', '--max-time', '6s'],
    reply: (socket) => {
      socket.write('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 3153600000\r\nContent-Length: 0\r\n\r\n');
    },
  },
];
