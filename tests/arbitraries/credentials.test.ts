import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyUnknownKey,
  keyElsewhere,
  noCredential,
  notBearer,
  otherSchemeCase,
  unknownKeys,
} from '../../src/arbitraries/credentials.ts';
import { partsOf, shellWord } from '../../src/report/shell-word.ts';
import { bearer, type Credential } from '../../src/target/api-request.ts';
import { propertyRuns } from '../property-runs.ts';
import { awkwardKey, plainKey } from './keys.ts';

const anyKey = fc.oneof(plainKey, awkwardKey);

/** The token that a request by such a credential carries in the documented form, or `null`. */
function tokenOf({ headers }: Credential): string | null {
  const field = headers.find(({ name }) => name.toLowerCase() === 'authorization');
  // A field's value has no white space at its ends, whatever was sent (RFC 9110 section 5.5).
  return /^Bearer +(.+)$/.exec(field?.value.trim() ?? '')?.[1] ?? null;
}

/** What a POSIX shell makes of words, the key in its environment. */
function shellReads(key: string, words: readonly string[]): string[] {
  const { stdout, stderr, status } = spawnSync('sh', ['-s'], {
    input: `printf '%s\\0' ${words.join(' ')}\n`,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ANIMAL_STORE_API_KEY: key },
    encoding: 'latin1',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.split('\0').slice(0, -1);
}

interface Shown {
  readonly value: string;
  readonly shownAs: string;
}

/** What is shown of a credential's fields, and of its query, beside what is sent. */
function shownFields(credentials: readonly Credential[]): Shown[] {
  return credentials
    .flatMap(({ headers, query }) => [...headers, ...(query === undefined ? [] : [query])])
    .map(({ value, shownAs }) => ({ value, shownAs: shownAs ?? value }));
}

/** All that is shown stands for what is sent, as a word of a curl line and inside double quotes. */
function expectExact(key: string, shown: readonly Shown[]): void {
  const sent = shown.map(({ value }) => value);
  const words = shown.map(({ shownAs }) => shellWord(shownAs) || "''");
  const quoted = shown.map(({ shownAs }) => `"${shownAs}"`);
  expect(shellReads(key, [...words, ...quoted])).toEqual([...sent, ...sent]);
}

describe('a key that was never issued', () => {
  it('is never the key, whatever that is', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        const tokens = unknownKeys(key).map(tokenOf);
        expect(tokens).not.toContain(null);
        expect(tokens).not.toContain(key);
        expect(new Set(tokens).size).toBe(tokens.length);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('is not the key in the letter case that a UUID and bytes in hexadecimal may have as well', () => {
    const hexadecimal = fc
      .uint8Array({ minLength: 8, maxLength: 64 })
      .map((bytes) => Buffer.from(bytes).toString('hex'));
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), hexadecimal), (key) => {
        const same = unknownKeys(key).filter((one) => tokenOf(one)?.toLowerCase() === key.toLowerCase());
        expect(same).toEqual([]);
      }),
    );
  });

  it('is not the same bytes as the key to a decoder of base64', () => {
    const encoded = fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.constantFrom('base64', 'base64url'))
      .map(([bytes, alphabet]) => ({
        bytes: Buffer.from(bytes),
        key: Buffer.from(bytes).toString(alphabet),
      }));
    fc.assert(
      fc.property(encoded, ({ bytes, key }) => {
        const changed = unknownKeys(key).filter(({ description }) =>
          description.includes('character changed'),
        );
        expect(changed.length).toBeGreaterThan(0);
        for (const credential of changed) {
          expect(Buffer.from(tokenOf(credential) ?? '', 'base64url').equals(bytes)).toBe(false);
        }
      }),
    );
  });

  it('generated at random is never the key, and fits into a header field', () => {
    // A key that short would come up by chance.
    const tokens = fc.sample(anyUnknownKey('a'), { numRuns: 5_000, seed: 1 }).map(tokenOf);
    expect(tokens.filter((token) => token === 'a' || !/^[\x21-\x7e]+$/.test(token ?? ''))).toEqual([]);
    expect(tokens).toContain('b');
  });

  it('has near misses among it for every key but the shortest', () => {
    const descriptions = (key: string) => unknownKeys(key).map(({ description }) => description);
    expect(descriptions('ask_live_8f3aB7cQ')).toEqual([
      'the key with one character changed',
      'the key without its last character',
      'an invented key',
      'the key with its letter case changed',
      'the key without its first character',
      'the key with one more character',
      'the key with one more character in front',
      'the key with its last character changed',
      'the first half of the key',
      'the key with its first character changed',
    ]);
    expect(descriptions('7')).toEqual([
      'the key with one character changed',
      'an invented key',
      'the key with one more character',
      'the key with one more character in front',
    ]);
  });
});

describe('a credential in another form', () => {
  it('never carries the key in the documented form', () => {
    fc.assert(
      fc.property(plainKey, (key) => {
        for (const credential of [noCredential, ...notBearer(key), ...keyElsewhere(key)]) {
          expect(tokenOf(credential)).not.toBe(key);
          expect(credential.label).not.toBe('api-key');
        }
      }),
    );
  });

  it('each has a description of its own', () => {
    const all = [
      noCredential,
      ...notBearer('k1'),
      ...unknownKeys('k1'),
      ...keyElsewhere('k1'),
      ...otherSchemeCase('k1'),
    ];
    expect(new Set(all.map(({ description }) => description)).size).toBe(all.length);
  });

  it.each([12, 40, 300, 1_200])(
    'takes a key of %i characters to each kind of place, and leaves a server room for it',
    (length) => {
      const key = 'k'.repeat(length);
      const places = keyElsewhere(key);
      const texts = places.map(({ headers, query }) =>
        [query?.value ?? '', ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n'),
      );
      expect(texts.every((text) => text.includes(key))).toBe(true);
      expect(texts[1]).toContain(`X-API-Key: ${key}`);
      expect(texts[1]).toContain(`Proxy-Authorization: Bearer ${key}`);
      expect(texts.join('').length).toBeLessThan(7_000);
    },
  );

  it('can be sent in the query and in cookies, whatever the key holds', () => {
    fc.assert(
      fc.property(awkwardKey, (key) => {
        const [query, , cookies] = keyElsewhere(key);
        expect(new URLSearchParams(query?.query?.value).getAll('api_key')).toEqual([key]);
        const cookie = /(?:^|; )token=([^;]*)/.exec(cookies?.headers[0]?.value ?? '')?.[1];
        expect(decodeURIComponent(cookie ?? '')).toBe(key);
      }),
    );
  });
});

describe('what records show of a credential', () => {
  const header = (key: string) => [
    ...notBearer(key),
    ...unknownKeys(key),
    ...otherSchemeCase(key),
    bearer(key, 'api-key', '$ANIMAL_STORE_API_KEY'),
  ];

  it('gives a shell exactly what was sent', () => {
    fc.assert(
      fc.property(plainKey, (key) => {
        expectExact(key, shownFields([...header(key), ...keyElsewhere(key)]));
      }),
      { numRuns: propertyRuns(15) },
    );
  });

  it('does so for keys that are awkward in a shell', () => {
    fc.assert(
      fc.property(awkwardKey, (key) => {
        // In query and cookies the key is percent-encoded, for which a shell has no short expression.
        expectExact(key, shownFields(header(key)));
      }),
      { numRuns: propertyRuns(15) },
    );
  });

  it('is an expression that reports leave to the shell, and holds nothing of the key', () => {
    fc.assert(
      fc.property(plainKey, (key) => {
        for (const { value, shownAs } of shownFields([...header(key), ...keyElsewhere(key)])) {
          const literal = partsOf(shownAs)
            .filter((_, index) => index % 2 === 0)
            .join('');
          expect(literal, shownAs).not.toContain('$');
          const beginning = key.slice(0, 8);
          if (key.length > 8 && value.includes(beginning) && !value.includes('never-issued')) {
            expect(shownAs).not.toContain(beginning);
          }
        }
      }),
    );
  });
});
