import { isJsonObject, member } from '../../src/json/exact-json.ts';
import type { Check } from '../../src/runner/check.ts';
import { withCredential } from '../../src/target/api-request.ts';
import { inDigits, magnitude } from './invalid-creation.ts';

/** The kind of a malformed id, and its path segment from the digits of a known id. */
export type MalformedId = readonly [description: string, path: string | ((known: string) => string)];

/**
 * Ids that are not an int64 in the documented notation, but that some parser reads as the id of an animal, the most
 * effective first. None that a server or firewall rejects on its own: with %00, %0A, %25 or %2F, invalid UTF-8, or too
 * long.
 */
export const malformedIds: readonly MalformedId[] = [
  // Truncation, rounding or a double turns it into the id of an animal.
  ['a known id with a tiny fraction', (id) => `${id}.0000000000000000000001`],
  ['abc', 'abc'],
  ['a known id followed by letters', (id) => `${id}abc`],
  ['2^64 above a known id', (id) => `${2n ** 64n + BigInt(id)}`],
  ['a known id with an exponent', (id) => `${id}e0`],
  ['2^63', '9223372036854775808'],
  ['null', 'null'],
  ['an underscore between its digits', (id) => `${BigInt(id) / 10n}_${id.slice(-1)}`],
  ['hexadecimal', (id) => `0x${magnitude(id).toString(16)}`],
  ['octal', (id) => `0o${magnitude(id).toString(8)}`],
  ['binary', (id) => `0b${magnitude(id).toString(2)}`],
  ['full-width digits', (id) => encodeURIComponent(inDigits(id, 0xff10))],
  ['Arabic digits', (id) => encodeURIComponent(inDigits(id, 0x0660))],
  ['a trailing space', (id) => `${id}%20`],
  ['a leading non-breaking space', (id) => `%C2%A0${id}`],
  ['an n suffix, as in JavaScript', (id) => `${id}n`],
  ['an L suffix, as in Java', (id) => `${id}L`],
  ['followed by a comma and another number', (id) => `${id},1`],
  ['a trailing decimal point', (id) => `${id}.`],
  ['an extension', (id) => `${id}.json`],
  ['an exponent with a sign', (id) => `${id}e+0`],
  ['quotation marks around it', (id) => `%22${id}%22`],
  ['brackets around it', (id) => `%5B${id}%5D`],
  ['2^128 above a known id', (id) => `${2n ** 128n + BigInt(id)}`],
  ['200 digits', '9'.repeat(200)],
  ['undefined', 'undefined'],
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
  ['true', 'true'],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['an object', '%7B%7D'],
  ['-', '-'],
];

/** Gets an animal by a malformed id: any 4xx with an `Error` body is valid. */
export async function refusesId(check: Check, [description, path]: MalformedId): Promise<void> {
  const known = `${await check.knownId()}`;
  const segment = typeof path === 'string' ? path : path(known);
  const answer = await check.send(withCredential('GET', `/pets/${segment}`, [], null, check.session.key));
  const isRefused = answer.status >= 400 && answer.status < 500;
  const isError =
    isJsonObject(answer.json) &&
    ['code', 'message', 'status'].every((name) => member(answer.json, name) !== undefined);
  if (!isRefused || !isError) {
    check.deviation(answer, {
      kind: isRefused ? 'no-error-body' : `status-${answer.status}`,
      message: `A malformed id (${description}) returned ${answer.status}${isError ? '' : ' without an Error body'}`,
      expected: 'a 4xx with an Error body',
    });
  }
}
