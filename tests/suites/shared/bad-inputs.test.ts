import { expect, it } from 'vitest';
import { noCredential } from '../../../src/arbitraries/credentials.ts';
import { badInputs } from '../../../suites/shared/bad-inputs.ts';
import { testSession } from '../../runner/test-session.ts';

const nowhere = 'http://127.0.0.1:1/v1';

function rows(readOnly: boolean): string[] {
  const { check } = testSession(nowhere, { readOnly });
  return badInputs(check('auth/checked-first')).map(
    ({ name, description, operation, showsOrder, request }) => {
      const { method, target, body, headers, credential } = request(noCredential);
      const types = headers.filter(({ name: field }) => field === 'Content-Type').map(({ value }) => value);
      const sent = [method, target, ...types, ...(body === null ? [] : [body])].join(' ');
      return `${name} (${operation}${showsOrder ? ', without any key too' : ''}), ${description}: ${sent} by ${credential}`;
    },
  );
}

it('is one of each kind', () => {
  expect(rows(false)).toMatchInlineSnapshot(`
    [
      "invalid-body (createPet, without any key too), a creation without a name: POST /pets application/json {"categoryId":1,"status":"pending"} by none",
      "broken-json (createPet), a creation whose JSON is cut off: POST /pets application/json {"name":"Rex cabcdef2z","categoryId":1,"status":"pending" by none",
      "other-media-type (createPet), a creation sent as text/plain: POST /pets text/plain {"name":"Rex cabcdef3z","categoryId":1,"status":"pending"} by none",
      "bad-limit (listPets, without any key too), a list with limit=abc: GET /pets?limit=abc by none",
      "bad-status (listPets), a list with status=adopted: GET /pets?status=adopted by none",
      "limit-out-of-range (listPets), a list with limit=0: GET /pets?limit=0 by none",
      "unknown-pet (getPet), reading an animal that does not exist: GET /pets/-8070450532247928832 by none",
    ]
  `);
});

it('creates nothing in a run that may not', () => {
  const creations = rows(false).filter((row) => row.includes('POST'));
  expect(rows(true)).toEqual(rows(false).filter((row) => !creations.includes(row)));
  expect(creations).toHaveLength(3);
});

it('carries the credential that it is given', () => {
  const { check, session } = testSession(nowhere);
  for (const { request } of badInputs(check('auth/checked-first'))) {
    expect(request(session.key)).toMatchObject({ credential: 'api-key' });
    expect(request(session.key).headers).toEqual(expect.arrayContaining([...session.key.headers]));
  }
});
