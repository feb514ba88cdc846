import { brotliCompressSync, gzipSync } from 'node:zlib';
import { spoiled, withBody } from '../answers.ts';
import { type Behaviour, ending } from '../behaviour.ts';

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '));
const digits = `1${'0123456789'.repeat(29)}012345678`;

/** Bodies that are meant to break who reads them. */
export const bodies: readonly Behaviour[] = [
  ...ending(3, /No verdict: \d+ of \d+ responses were unreadable/, {
    'Every body is 200 KB of gzip that make 200 MB.': spoiled((answer) => ({
      ...answer,
      headers: [...answer.headers, ['Content-Encoding', 'gzip']],
      body: bomb,
    })),
    'Every body is compressed five times over.': spoiled((answer) => ({
      ...answer,
      headers: [...answer.headers, ['Content-Encoding', 'gzip, br, gzip, br, gzip']],
      body: gzipSync(brotliCompressSync(gzipSync(brotliCompressSync(gzipSync(answer.body))))),
    })),
    'Every animal and error has a member that is nested 30,000 deep.': withBody((text) =>
      text.replace(/^\{/, `{"deep":${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)},`),
    ),
  }),
  ...ending(0, /Conformant: /, {
    'Every body has a megabyte of blanks behind it.': withBody((text) => text + ' '.repeat(1024 * 1024)),
    'Every body that is an object has a member of a megabyte.': withBody((text) =>
      text.replace(/^\{/, `{"more":"${'\u00e9'.repeat(512 * 1024)}",`),
    ),
  }),
  ...ending(1, /200 of listPets: the body can't be decoded/, {
    'Every body has Content-Encoding gzip and is not compressed.': spoiled((answer) => ({
      ...answer,
      headers: [...answer.headers, ['Content-Encoding', 'gzip']],
    })),
  }),
  {
    does: 'Every body is JSON that is nested 100,000 deep.',
    status: 3,
    says: /No verdict: /,
    options: ['--effort', 'smoke', '--max-requests', '30'],
    reply: withBody(() => deep),
  },
  ...ending(0, /Conformant: /, {
    'Every object has 5,000 members of its own.': withBody((text) =>
      text.replace(
        /^\{/,
        `{${Array.from({ length: 5_000 }, (_, index) => `"m${index}":${index},`).join('')}`,
      ),
    ),
    'Every object has members __proto__, constructor and toString.': withBody((text) =>
      text.replace(
        // Not the braces in a name.
        /\{(?="(?:id|code)")/g,
        '{"__proto__":{"id":1,"isAdmin":true},"constructor":{"prototype":{"code":"x"}},"toString":null,"hasOwnProperty":1,',
      ),
    ),
  }),
  ...ending(1, /The id of the new animal is not an int64/, {
    'Every id is a number of 300 digits.': withBody((text) => text.replace(/"id":-?\d+/g, `"id":${digits}`)),
  }),
  ...ending(1, /The id of the new animal is not an int64 .* id: 1e999999999/, {
    'Every id is 1e999999999.': withBody((text) => text.replace(/"id":-?\d+/g, '"id":1e999999999')),
  }),
  ...ending(1, /not JSON/, {
    'Every id is NaN.': withBody((text) => text.replace(/"id":-?\d+/g, '"id":NaN')),
  }),
  ...ending(1, /The returned status differs from the one sent/, {
    'Every member is a duplicate key, with different values.': withBody((text) =>
      text.replace(/"(id|code|status)":("[^"]*"|\d+)/g, '"$1":$2,"$1":null'),
    ),
  }),
  ...ending(1, /The response lacks the name that was sent/, {
    'Every animal and every error has all its members in __proto__.': withBody((text) =>
      text.replace(/\{([^{}]*)\}/g, '{"__proto__":{$1}}'),
    ),
  }),
  ...ending(1, /not UTF-8/, {
    'Every string begins with bytes that are not UTF-8.': withBody((text) =>
      Buffer.from(text.replace(/:"/g, ':"\u00ff\u00c0'), 'latin1'),
    ),
  }),
  ...ending(1, /begins with a byte order mark/, {
    'Every body begins with a byte order mark.': withBody((text) => `\ufeff${text}`),
  }),
];
