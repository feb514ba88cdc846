import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notBearer, unknownKeys } from '../../src/arbitraries/credentials.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { wrongForms, wrongTokens } from '../../suites/cases/near-credentials.ts';
import { propertyRuns } from '../property-runs.ts';
import { bytesOf, encoding, key, keyAndPiece } from './encodings.ts';

const shownAs = '$ANIMAL_STORE_API_KEY';
const redactorOf = (value: string) => new Redactor([{ value, shownAs }]);

/** A key, a piece of it, and the bytes of the key before and after the piece, which numbers beside a list may equal. */
const echo = keyAndPiece.map(([value, piece]) => {
  const start = value.indexOf(piece);
  const neighbours = bytesOf(`${value[start - 1] ?? ''}${value[start + piece.length] ?? ''}`);
  return { value, piece, neighbours };
});

/** An id, often one that equals the next byte of the key. */
const idOf = (neighbours: readonly number[]) =>
  fc.oneof(
    fc.constantFrom(...neighbours, 97),
    fc.nat(255),
    fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
    fc.constantFrom(...neighbours, 97).map((byte) => Number(byte.toString(16).replace(/\D/g, '') || 7)),
  );

/** Members beside an echo that verdicts depend on. */
const members = (neighbours: readonly number[]) =>
  fc.oneof(
    fc
      .tuple(idOf(neighbours), idOf(neighbours), fc.constantFrom('Rex', 'Max 97', ''))
      .map(([id, categoryId, name]) => `"id":${id},"name":"${name}","categoryId":${categoryId}`),
    fc
      .tuple(fc.constantFrom(400, 401, 404), fc.constantFrom('not_found', 'e97'))
      .map(([status, code]) => `"status":${status},"code":"${code}"`),
    fc.constantFrom(400, 401, 404).map((status) => `"status":${status}`),
    idOf(neighbours).map((id) => `"categoryId":${id}`),
    fc.array(idOf(neighbours), { maxLength: 6 }).map((numbers) => `"ids":[${numbers.join(',')}]`),
    fc
      .array(idOf(neighbours), { maxLength: 6 })
      .map((numbers) => `"counted":{${numbers.map((number, index) => `"${index}":${number}`).join(',')}}`),
  );

/** A JSON string that includes a text. */
const quoted = (text: string) => JSON.stringify(`none: ${text}`);

const echoes = fc.oneof(
  encoding.map(([how, encode]) => [how, (piece: string) => quoted(encode(piece))] as const),
  fc.constant(['numbers', (piece: string) => JSON.stringify(bytesOf(piece))] as const),
);

/** The names of all members, in order. */
function namesIn(value: unknown): string[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, item]) => [name, ...namesIn(item)])
    : [];
}

describe('beside an echo of a key', () => {
  test('neither numbers before and after it nor member names are masked', () => {
    const bodies = echo.chain(({ value, piece, neighbours }) =>
      fc.record({
        value: fc.constant(value),
        piece: fc.constant(piece),
        before: members(neighbours),
        between: members(neighbours),
        behind: members(neighbours),
        first: echoes,
        second: echoes,
      }),
    );
    fc.assert(
      fc.property(bodies, ({ value, piece, before, between, behind, first, second }) => {
        const parts = [`{${before},"echo":`, `,${between},"note":`, `,${behind}}`];
        const [start = '', middle = '', end = ''] = parts;
        const body = `${start}${first[1](piece)}${middle}${second[1](piece)}${end}`;
        const { text, count } = redactorOf(value).redaction(body);
        expect(count).toBeGreaterThan(0);
        expect(text.slice(0, start.length)).toBe(start);
        expect(text.slice(-end.length)).toBe(end);
        expect(text).toContain(middle);
        expect(namesIn(JSON.parse(text))).toEqual(namesIn(JSON.parse(body)));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  test('quotation marks are not masked after the run sent a near miss with quotation marks', () => {
    const credentials = (value: string) =>
      [
        ...notBearer(value),
        ...unknownKeys(value),
        ...[...wrongForms, ...wrongTokens].flatMap((make) => make(value) ?? []),
      ].flatMap(({ headers }) => headers);
    fc.assert(
      fc.property(key, fc.constantFrom('"', "'", '<', ',', ';', ' ', '\\'), (value, mark) => {
        const redactor = redactorOf(value);
        const header = {
          name: 'Authorization',
          value: `${mark}${value}${mark}`,
          shownAs: `${mark}$X${mark}`,
        };
        for (const sent of [...credentials(value), header]) {
          if (sent.shownAs !== undefined) {
            redactor.registerDerived(sent.value.replace(/^\S+ +/, ''), sent.shownAs.replace(/^\S+ +/, ''));
          }
        }
        const before = `{"code":"unauthorized","message":"${mark === '\\' ? '' : mark.replace('"', '')}`;
        for (const after of [`","status":401}`, `, refused","status":401}`, `'.","status":401}`]) {
          expect(redactor.redact(`${before}${value}${after}`)).toBe(`${before}${shownAs}${after}`);
        }
      }),
    );
  });

  test('a status between two echoes is not masked if the second continues the first', () => {
    const value = 'W~osu5.1FzW1SfMFS791';
    const encoded = [...'W~osu5.1Fz'].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
    const body = `{"code":"not_found ${encoded}","status":404,"message":"No such animal. ${encoded}"}`;
    expect(redactorOf(value).redact(body)).toBe(
      `{"code":"not_found ${shownAs}","status":404,"message":"No such animal. ${shownAs}"}`,
    );
  });

  test('a long JSON integer is not masked if it includes hexadecimal digits of the key', () => {
    const digits = Buffer.from('12345678').toString('hex');
    const body = `{"id":${digits}00,"categoryId":${digits}}`;
    expect(redactorOf('12345678_Kq7x').redact(body)).toBe(body);
  });
});
