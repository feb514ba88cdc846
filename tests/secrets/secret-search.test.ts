import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Redactor } from '../../src/secrets/redaction.ts';
import { propertyRuns } from '../property-runs.ts';
import { bytesOf, encoding, grouping, innermost, key, keyAndPiece, listing } from './encodings.ts';

const shownAs = '$ANIMAL_STORE_API_KEY';
const redactorOf = (value: string) => new Redactor([{ value, shownAs }]);
const around = fc.string({ unit: fc.constantFrom(...'abc XYZ {}":,.;/=\n'), maxLength: 40 });

describe('a piece of a key is masked', () => {
  test('in any encoding, and in any three nested ones, in any text', () => {
    fc.assert(
      fc.property(
        keyAndPiece,
        fc.array(encoding, { maxLength: 3 }),
        fc.constantFrom(...Object.entries(innermost)),
        around,
        ([value, piece], outer, [how, first], beside) => {
          // The search finds base32 and reversed base64 without decoding, as the innermost encoding.
          fc.pre(!/^base(?:32|64)/.test(how) || outer.length < 3);
          const encoded = outer.reduce((text, [, encode]) => encode(text, beside), first(piece));
          // Hexadecimal digits that look like a JSON integer are not masked, because they may be an id.
          fc.pre(!/^\d+$/.test(encoded));
          const { text, count } = redactorOf(value).redaction(`${beside} ${encoded} ${beside}`);
          expect(count).toBeGreaterThan(0);
          // A second search of the masked text finds nothing.
          expect(redactorOf(value).redaction(text).count).toBe(0);
          expect(text.toLowerCase()).not.toContain(piece.toLowerCase());
        },
      ),
      { numRuns: propertyRuns(120) },
    );
  });

  test('in a list of the bytes of UTF-16 with escaped NULs', () => {
    const value = 'AAAA35uBAwI1';
    const escaped = [...value].map((one) => `${one}\\u0000`).join('');
    const { text, count } = redactorOf(value).redaction(JSON.stringify(Buffer.from(escaped)));
    expect(count).toBeGreaterThan(0);
    expect(Buffer.from((JSON.parse(text) as { data: number[] }).data).toString()).not.toMatch(
      /[A-Za-tv-z1-9]/,
    );
  });

  test('in a list of its bytes with any separators and indices, also within another encoding', () => {
    fc.assert(
      fc.property(
        keyAndPiece,
        listing,
        fc.option(encoding, { nil: null }),
        around,
        ([value, piece], { write }, outer, beside) => {
          const { text, count } = redactorOf(value).redaction(
            outer === null ? `${beside} ${write(piece, 0)} ${beside}` : outer[1](write(piece, 0), 'x'),
          );
          expect(count).toBeGreaterThan(0);
          expect(redactorOf(value).redaction(text).count).toBe(0);
          for (let at = 0; at + 8 <= piece.length; at += 1) {
            expect(text).not.toContain(write(piece.slice(at, at + 8), at));
          }
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  test('in hexadecimal digits in any groups', () => {
    fc.assert(
      fc.property(keyAndPiece, grouping, around, ([value, piece], { size, write }, beside) => {
        const digits = write(piece);
        // Eight bytes with only decimal digits look like a JSON integer and stay unmasked, because it may be an id.
        fc.pre(!/(?<![\dA-Fa-f])\d{16}(?![\dA-Fa-f])/.test(digits));
        const { text, count } = redactorOf(value).redaction(`${beside} ${digits} ${beside}`);
        expect(count).toBeGreaterThan(0);
        for (let at = 0; at + 8 <= piece.length; at += size) {
          expect(text).not.toContain(write(piece.slice(at, at + 8)));
        }
      }),
      { numRuns: propertyRuns(120) },
    );
  });

  test('in JSON numbers, and the result is JSON with the same member names', () => {
    fc.assert(
      fc.property(keyAndPiece, fc.nat(400), fc.boolean(), ([value, piece], first, asText) => {
        const bytes = bytesOf(piece);
        const numbers = asText ? bytes.map(String) : bytes;
        const members = Object.fromEntries(numbers.map((byte, index) => [`${first + index}`, byte]));
        const nested = numbers.map((byte) => ({ b: [byte], e: 5e-7 }));
        for (const [shown, indent] of [[members], [members, 2], [numbers], [numbers, 2], [nested]] as const) {
          const { text, count } = redactorOf(value).redaction(JSON.stringify({ shown }, null, indent));
          expect(count).toBeGreaterThan(0);
          expect(Object.keys(JSON.parse(text).shown)).toEqual(Object.keys(shown));
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test('in the digits of a rounded number in a sentence', () => {
    const redactor = redactorOf('98173645102938475610');
    expect(redactor.redactDerived('X-RateLimit-Limit: 98173645102938470000')).not.toContain(
      '981736451029384',
    );
    const json = '{"id":98173645102938470000}';
    expect(redactor.redact(json)).toBe(json);
  });

  test('by the same search in records and in artifacts derived from them', () => {
    fc.assert(
      fc.property(keyAndPiece, encoding, around, ([value, piece], [, encode], beside) => {
        const redactor = redactorOf(value);
        const text = `${beside}${encode(piece, beside)}`;
        const all = redactor.redactionOfAll(text);
        expect(all.text).toBe(redactor.redact(text));
        const artifact = JSON.stringify({ body: redactor.redact(text) });
        expect(redactor.redactionOfAll(artifact)).toMatchObject({ text: artifact, count: 0 });
      }),
      { numRuns: propertyRuns(120) },
    );
  });

  test('and JSON stays JSON', () => {
    fc.assert(
      fc.property(keyAndPiece, encoding, fc.json(), ([value, piece], [, encode], other) => {
        const members = { said: encode(piece, 'x'), bytes: bytesOf(piece), other: JSON.parse(other) };
        for (const json of [JSON.stringify(members), JSON.stringify({ again: JSON.stringify(members) })]) {
          const { text, count } = redactorOf(value).redaction(json);
          expect(count).toBeGreaterThan(0);
          expect(() => JSON.parse(text)).not.toThrow();
        }
      }),
      { numRuns: propertyRuns(120) },
    );
  });
});

describe('a text without the key', () => {
  test('stays unchanged, byte for byte', () => {
    const ordinary = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.json(),
      fc.uuid(),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
      fc.base64String({ maxLength: 200 }),
      fc.array(fc.nat(255)).map((bytes) => JSON.stringify(Buffer.from(bytes))),
    );
    fc.assert(
      fc.property(key, fc.array(ordinary, { maxLength: 5 }), (value, texts) => {
        const text = texts.join(' ');
        expect(redactorOf(value).redactionOfAll(text)).toMatchObject({ text, count: 0 });
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  test('stays unchanged if dates, words of the interface and the base URL are part of the key', () => {
    const redactor = new Redactor(
      [{ value: 'petshop-available-2026-11-22-7Hq2', shownAs }],
      ['https://petshop.example/v1'],
    );
    const text =
      '{"status":"available","at":"2026-11-22T10:00:00.000Z","url":"https://petshop.example/v1/pets"}';
    expect(redactor.redact(text)).toBe(text);
    expect(redactor.redact('petshop-available-2026-11-22-7Hq2')).toBe(shownAs);
  });
});

test('the CPU time is linear in the length of a hostile text', () => {
  const pieces = [
    'Kq7x2mW9',
    'Kq7x2mW',
    '%4b%71',
    '\\\\u004b',
    '&#0',
    '&#00000075;',
    '%25',
    'S3E3',
    '4b71',
    '75,113,',
    ...['4b-', '"8":75,', 'Kq7x2m\n', '\\u{4b}', '75 00 ', '4b4b4b 4b4b4b!'],
    ...['11, ', '{ '],
  ];
  const cpuOf = (length: number) =>
    Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', measuring], {
        env: { ...process.env, LENGTH: String(length), PIECES: JSON.stringify(pieces) },
        encoding: 'utf8',
      }),
    );
  expect(cpuOf(800_000)).toBeLessThan(16 * Math.max(cpuOf(100_000), 250));
});

const measuring = `
  import { Redactor } from '${new URL('../../dist/src/secrets/redaction.js', import.meta.url).href}';
  const redactor = new Redactor([{ value: 'Kq7x2mW9_Bv4nT8rL6d', shownAs: '$KEY' }]);
  const before = process.cpuUsage();
  for (const piece of JSON.parse(process.env.PIECES)) {
    redactor.redactionOfAll(piece.repeat(process.env.LENGTH / piece.length));
  }
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
`;
