import { describe, expect, it } from 'vitest';
import { noCredential } from '../../../src/arbitraries/credentials.ts';
import type { Operation } from '../../../src/exchange/exchange.ts';
import type { Credential } from '../../../src/target/api-request.ts';
import { operationsOf } from '../../../suites/steps/operations.ts';
import { earlyRefusals, inTurn } from '../../../suites/steps/refused-credentials.ts';
import { testSession } from '../../suite/test-session.ts';

function checkOf(readOnly = false) {
  return testSession('http://127.0.0.1:1/v1', { readOnly }).check('auth/checked-first');
}

function inputsOf(readOnly: boolean) {
  return [...new Set(earlyRefusals(checkOf(readOnly).options).map(({ input }) => input))];
}

describe('bad inputs', () => {
  it('are one of each kind', () => {
    const check = checkOf();
    const rows = inputsOf(false).map(({ name, description, operation, request }) => {
      const { method, target, body, headers, credential } = request(check, noCredential);
      const types = headers.filter(({ name: field }) => field === 'Content-Type').map(({ value }) => value);
      const sent = [method, target, ...types, ...(body === null ? [] : [body])].join(' ');
      return `${name} (${operation}), ${description}: ${sent} by ${credential}`;
    });
    expect(rows).toMatchInlineSnapshot(`
      [
        "invalid-body (createPet), a creation without a name: POST /pets application/json {"categoryId":1,"status":"pending"} by none",
        "broken-json (createPet), a creation whose JSON is cut off: POST /pets application/json {"name":"Rex cabcdef2z","categoryId":1,"status":"pending" by none",
        "other-media-type (createPet), a creation sent as text/plain: POST /pets text/plain {"name":"Rex cabcdef3z","categoryId":1,"status":"pending"} by none",
        "bad-limit (listPets), a list with limit=abc: GET /pets?limit=abc by none",
        "bad-status (listPets), a list with status=adopted: GET /pets?status=adopted by none",
        "limit-out-of-range (listPets), a list with limit=0: GET /pets?limit=0 by none",
        "unknown-pet (getPet), reading an animal that does not exist: GET /pets/-8070450532247928832 by none",
        "wrong-type (createPet), a creation whose categoryId is a word: POST /pets application/json {"name":"Rex cabcdef4z","categoryId":"cats","status":"pending"} by none",
        "empty-body (createPet), a creation without a body: POST /pets application/json  by none",
        "other-status (createPet), a creation with an unknown status: POST /pets application/json {"name":"Rex cabcdef6z","categoryId":1,"status":"adopted"} by none",
        "no-object (createPet), a creation whose body is null: POST /pets application/json null by none",
        "no-media-type (createPet), a creation without a Content-Type: POST /pets {"name":"Rex cabcdef8z","categoryId":1,"status":"pending"} by none",
      ]
    `);
  });

  it('create nothing in a run that may not', () => {
    const creates = ({ operation }: { operation: Operation }) => operation === 'createPet';
    expect(inputsOf(false).filter(creates)).toHaveLength(8);
    expect(inputsOf(true)).toEqual(inputsOf(false).filter((input) => !creates(input)));
  });

  it('carry the credential that they are given', () => {
    const check = checkOf();
    const { key } = check.session;
    for (const { request } of inputsOf(false)) {
      expect(request(check, key)).toMatchObject({ credential: 'api-key' });
      expect(request(check, key).headers).toEqual(expect.arrayContaining([...key.headers]));
    }
  });

  it('each meet a credential of every kind, and begin with one each', () => {
    const all = earlyRefusals(checkOf().options);
    const pairs = all.map(({ input, refusedBy }) => `${input.name} ${refusedBy}`);
    expect(new Set(pairs).size).toBe(12 * 3);
    expect(new Set(all.slice(0, 12).map(({ input }) => input)).size).toBe(12);
    expect(new Set(all.slice(0, 12).map(({ refusedBy }) => refusedBy)).size).toBe(3);
  });
});

it('credentials go to the operations in turn', () => {
  const credentials = Array.from(
    { length: 4 },
    (_, index): Credential => ({
      label: 'invalid',
      description: `key ${index + 1}`,
      headers: [],
    }),
  );
  const shown = (first?: number, readOnly = false) =>
    inTurn(credentials, operationsOf(checkOf(readOnly).options), first).map(
      ({ operation, credential }) => `${operation} ${credential.description}`,
    );
  expect(shown()).toEqual(['createPet key 1', 'getPet key 2', 'listPets key 3', 'createPet key 4']);
  expect(shown(1).slice(0, 2)).toEqual(['getPet key 1', 'listPets key 2']);
  expect(shown(0, true)).toEqual(['getPet key 1', 'listPets key 2', 'getPet key 3', 'listPets key 4']);
});

it.each([
  [false, '2030-12-03', 'createPet getPet listPets'],
  [true, '2030-12-03', 'getPet listPets'],
  [false, '2030-12-05', 'createPet listPets'],
  [true, '2030-12-05', 'listPets'],
])('with readOnly %j on %s a run requests %s', (readOnly, day, operations) => {
  const { options } = testSession('http://127.0.0.1:1/v1', { readOnly }).check('auth/missing-key');
  expect(operationsOf(options, new Date(day)).join(' ')).toBe(operations);
});
