import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longestMatch, SecretSearch } from '../../src/artifact-scan/secret-search.ts';
import { Redactor } from '../../src/target/redaction.ts';

const sought = (value: string) => new SecretSearch([{ value, shownAs: '$KEY' }]);
const find = (search: SecretSearch, bytes: Buffer) =>
  search.find({ text: bytes.toString('latin1'), first: true, last: true });

/** Keys of every character that a header can carry, never an ordinary one. */
const key = fc
  .string({
    unit: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...'abcdefXYZ0123456789-_.~+/=') },
      { weight: 1, arbitrary: fc.constantFrom(...' !"#$%&\'()*,:;<>?@[\\]^`{|}') },
      { weight: 1, arbitrary: fc.constantFrom('é', 'ÿ', '¶') },
    ),
    minLength: 4,
    maxLength: 90,
  })
  .map((text) => `Kq7${text}9zW`);

type Encode = (text: string) => fc.Arbitrary<Buffer>;
const always =
  (encode: (text: string) => string | Buffer): Encode =>
  (text) =>
    fc.constant(Buffer.from(encode(text)));

/** Each character written in one of several ways. */
function mixed(...ways: ((character: string) => string)[]): Encode {
  return (text) => {
    const characters = [...text];
    const choices = fc.array(fc.nat(ways.length - 1), {
      minLength: characters.length,
      maxLength: characters.length,
    });
    return choices.map((chosen) =>
      Buffer.from(characters.map((one, index) => ways[chosen[index] ?? 0]?.(one) ?? one).join('')),
    );
  };
}

const hexOf = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
const codeOf = (one: string) => one.charCodeAt(0);
const plain = (one: string) => encodeURIComponent(one);
const percent = (one: string) => [...Buffer.from(one)].map((byte) => `%${hexOf(byte, 2)}`).join('');
const json = (one: string) => JSON.stringify(one).slice(1, -1);
const unicode = (one: string) => `\\u${hexOf(codeOf(one), 4).toUpperCase()}`;
const decimal = (one: string) => `&#${codeOf(one)};`;
const hexadecimal = (one: string) => `&#x${hexOf(codeOf(one), 1)};`;
const html = (one: string) =>
  one.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');

const encodings: Readonly<Record<string, Encode>> = {
  'as it is': always((text) => text),
  'in Latin-1': always((text) => Buffer.from(text, 'latin1')),
  'as UTF-8 read as Latin-1': always((text) => Buffer.from(text).toString('latin1')),
  percent: mixed(plain, percent),
  'percent twice': mixed((one) => percent(one).replaceAll('%', '%25')),
  form: always((text) => encodeURIComponent(text).replaceAll('%20', '+')),
  JSON: mixed(json, unicode),
  'JSON within JSON': always((text) => JSON.stringify(JSON.stringify(text))),
  'escaped JSON within JSON': mixed((one) => json(unicode(one))),
  HTML: mixed(html, decimal, hexadecimal),
  'HTML within JSON': mixed((one) => json(html(one)), decimal),
  'HTML of JSON': mixed((one) => html(unicode(one)), hexadecimal),
  'percent within HTML': mixed((one) => percent(one).replaceAll('%', '&#37;')),
  'UTF-16': always((text) => Buffer.from(text, 'utf16le')),
  'UTF-16 the other way round': always((text) => Buffer.from(text, 'utf16le').swap16()),
  'UTF-16 in JSON': always((text) => JSON.stringify([...text].join('\0'))),
  hexadecimal: always((text) => Buffer.from(text).toString('hex')),
  'upper-case hexadecimal': always((text) => Buffer.from(text).toString('hex').toUpperCase()),
};

/** Base64 of the key within other bytes, at each alignment. */
function within(encoding: 'base64' | 'base64url'): Encode {
  return (text) =>
    fc
      .tuple(fc.uint8Array({ maxLength: 5 }), fc.uint8Array({ maxLength: 5 }))
      .map(([before, after]) =>
        Buffer.from(Buffer.concat([before, Buffer.from(text), after]).toString(encoding)),
      );
}

const around = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes.map((byte) => byte & 0x5f)));

describe('a secret is found', () => {
  test.each([
    ...Object.entries(encodings),
    ['base64', within('base64')] as const,
    ['base64url', within('base64url')] as const,
    [
      'base64 in a URL',
      (text: string) =>
        within('base64')(text).map((bytes) => Buffer.from(encodeURIComponent(bytes.toString()))),
    ] as const,
    [
      'base64 in JSON',
      (text: string) =>
        within('base64')(text).map((bytes) => Buffer.from(bytes.toString().replaceAll('/', '\\/'))),
    ] as const,
  ])('%s', (_, encode) => {
    const placed = key.chain((value) => fc.tuple(fc.constant(value), around, encode(value), around));
    fc.assert(
      fc.property(placed, ([value, before, encoded, after]) => {
        const text = Buffer.concat([before, Buffer.from(' '), encoded, Buffer.from(' '), after]);
        expect(find(sought(value), text)).toMatchObject({ secret: { shownAs: '$KEY' } });
      }),
      { numRuns: 5 },
    );
  });

  test('across the edge of a window, wherever that is', () => {
    const cut = key.chain((value) =>
      fc.tuple(fc.constant(value), mixed(unicode, decimal, percent)(value), fc.nat(600), fc.nat(600)),
    );
    fc.assert(
      fc.property(cut, ([value, encoded, before, end]) => {
        const bytes = Buffer.concat([
          Buffer.alloc(longestMatch + before, '. '),
          encoded,
          Buffer.alloc(end, ' .'),
        ]);
        const text = bytes.toString('latin1');
        const edge = longestMatch + 300;
        const first = sought(value).find({ text: text.slice(0, edge), first: true, last: false });
        const second = sought(value).find({
          text: text.slice(edge - longestMatch),
          first: false,
          last: true,
        });
        expect(first ?? second).not.toBeNull();
      }),
      { numRuns: 5 },
    );
  });

  test('and what is said of it does not tell it', () => {
    const value = 'Kq7secretsecret9zW';
    expect(JSON.stringify(find(sought(value), Buffer.from(`x ${value}`))?.how)).toBe(
      '"as it is, or escaped"',
    );
    expect(find(sought(value), Buffer.from(Buffer.from(value).toString('base64')))?.how).toBe('in base64');
  });
});

describe('what the redaction has replaced', () => {
  test.each(Object.entries({ ...encodings, base64: within('base64'), base64url: within('base64url') }))(
    '%s is not found any more in a report',
    (_, encode) => {
      const encoded = key.chain((value) => fc.tuple(fc.constant(value), encode(value)));
      fc.assert(
        fc.property(encoded, ([value, bytes]) => {
          const redactor = new Redactor([{ value, shownAs: '$KEY' }]);
          const redacted = redactor.redact(`a body: ${bytes.toString('utf8')} and its end`);
          expect(find(sought(value), Buffer.from(JSON.stringify({ body: redacted })))).toBeNull();
        }),
        { numRuns: 5 },
      );
    },
  );
});

describe('nothing is found', () => {
  test('where no secret is', () => {
    fc.assert(
      fc.property(key, fc.uint8Array({ maxLength: 2_000 }), (value, bytes) => {
        const text = Buffer.from(bytes);
        fc.pre(!text.includes(value));
        expect(find(sought(value), text)).toBeNull();
        expect(find(sought(value), Buffer.from(`Bearer $ANIMAL_STORE_API_KEY ${value.slice(1)}`))).toBeNull();
      }),
      { numRuns: 20 },
    );
  });

  test.each(['test', 'available', 'aaaaaaaaaa', 'Bearer', 'x'])(
    'where a key is the ordinary text %s',
    (value) => {
      const text = `{"name":"${value}","q":"a ${value} of it"} Bearer ${value}s ${value}`;
      expect(find(sought(value), Buffer.from(text))).toBeNull();
      expect(find(sought(value), Buffer.from(`["Authorization","Bearer ${value}"]`))).not.toBeNull();
      expect(find(sought(value), Buffer.from(`-H 'Authorization: Bearer ${value}'`))).not.toBeNull();
    },
  );

  test('within a longer number', () => {
    const value = '73920184';
    for (const text of ['173920184', '739201845', '0.73920184', 'ab73920184cd']) {
      expect(find(sought(value), Buffer.from(`x ${text} y`))).toBeNull();
    }
    expect(find(sought(value), Buffer.from(`"${value}"`))).not.toBeNull();
    const edge = sought(value).find({ text: `a 7${value}`.slice(2), first: false, last: false });
    expect(edge).toBeNull();
  });
});
