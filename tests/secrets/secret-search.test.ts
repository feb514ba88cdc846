import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Redactor } from '../../src/secrets/redaction.ts';
import { propertyRuns } from '../property-runs.ts';
import { bytesOf, encoding, key, keyAndPiece } from './encodings.ts';

const shownAs = '$ANIMAL_STORE_API_KEY';
const redactorOf = (value: string) => new Redactor([{ value, shownAs }]);
const around = fc.string({ unit: fc.constantFrom(...'abc XYZ {}":,.;/=\n'), maxLength: 40 });

describe('a piece of a key is masked', () => {
  test('in any encoding and any text, and a second search finds nothing', () => {
    fc.assert(
      fc.property(keyAndPiece, encoding, around, ([value, piece], [how, encode], beside) => {
        const encoded = encode(piece);
        // Hexadecimal digits that look like a JSON integer are not masked, because they may be an id.
        fc.pre(!/^\d+$/.test(encoded));
        const { text, count } = redactorOf(value).redaction(`${beside} ${encoded} ${beside}`);
        expect(count, how).toBeGreaterThan(0);
        expect(redactorOf(value).redactionOfAll(text).count).toBe(0);
        expect(text.toLowerCase()).not.toContain(piece.toLowerCase());
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  test.each(['4417-1234-5678-9112', '192.168.110.254:8443', 'aaaaaaaabbbbbbbbccccccccdddddddd'])(
    'as a whole, though each piece of %s looks like a date or padding',
    (value) => {
      const { text, count } = redactorOf(value).redaction(`{"apiKey":"${value}"}`);
      expect([text, count]).toEqual([`{"apiKey":"${shownAs}"}`, 1]);
    },
  );

  test('in a list of bytes whose first one is the end of a longer number', () => {
    const value = 'Kq7x2mW9_Bv4nT8rL6d';
    const { text } = redactorOf(value).redaction(`[1${bytesOf(value).join(',')}]`);
    expect(JSON.parse(text)).toEqual([175, ...bytesOf(value.slice(1)).map(() => 0)]);
  });

  test('in the digits of a rounded number in a sentence', () => {
    const redactor = redactorOf('98173645102938475610');
    expect(redactor.redact('X-RateLimit-Limit: 98173645102938470000')).not.toContain('981736451029384');
    const json = '{"id":98173645102938470000}';
    expect(redactor.redact(json)).toBe(json);
  });

  test('in a list of bytes by zeros, and JSON stays JSON', () => {
    fc.assert(
      fc.property(keyAndPiece, encoding, fc.json(), ([value, piece], [, encode], other) => {
        const members = { said: encode(piece), bytes: bytesOf(piece), other: JSON.parse(other) };
        const { text } = redactorOf(value).redaction(JSON.stringify(members));
        expect(JSON.parse(text)).toMatchObject({ bytes: bytesOf(piece).map(() => 0) });
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
