import { describe, expect, test } from 'vitest';
import { keyIn } from './key-search.ts';

const key = 'kEy/7Qz+9xW2~mB4vT8r.L6d=';

const hidden: readonly (readonly [string, string])[] = [
  ['as it is', key],
  ['without its last characters', key.slice(0, -2)],
  ['backwards', [...key].reverse().join('')],
  ['in capitals', key.toUpperCase()],
  ['percent-encoded', encodeURIComponent(key)],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(key))],
  ['in JSON escapes', [...key].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')],
  ['with escaped slashes', key.replace('/', '\\/')],
  ['in JSON within JSON', JSON.stringify({ key: key.replace('/', '\\/') })],
  ['in character references', [...key].map((letter) => `&#${letter.charCodeAt(0)};`).join('')],
  ['in escaped character references', key.replace('/', '&amp;#x2f;')],
  ['in base64', btoa(key)],
  ['in base64, one byte further', btoa(`"${key}`)],
  ['in base64, two bytes further', btoa(`: ${key}`)],
  [
    'in URL-safe base64 within percent-encoding',
    encodeURIComponent(Buffer.from(`user:${key}`).toString('base64url')),
  ],
  ['in hexadecimal', Buffer.from(key).toString('hex')],
];

describe('the search for a key', () => {
  test.each(hidden)('finds it %s', (_how, text) => {
    expect(keyIn(`{"message":"no ${text} here"}`, key)).not.toBeNull();
  });

  test('finds nothing where there is nothing', () => {
    expect(
      keyIn(`$ANIMAL_STORE_API_KEY \${ANIMAL_STORE_API_KEY%?} ${btoa('another text altogether')}`, key),
    ).toBeNull();
    expect(keyIn(key.slice(0, 12), key)).toBeNull();
  });
});
