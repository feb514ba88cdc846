import { describe, expect, it } from 'vitest';
import { Violation } from '../../../src/suite/outcome.ts';
import type { OutgoingRequest } from '../../../src/target/target.ts';
import { accepting, inSmallLetters } from '../../../suites/steps/as-others-send.ts';
import { fillTheStore, judgeAccepted, judgePlainCreation } from '../../../suites/steps/valid-creations.ts';
import { failure, kindsOf, parsed, reasonOf, storeSession } from './small-store.ts';

// What is tested of several small files here needs the same imports, which take longer than the tests.

it('a plain creation without a 201 violates create/accepts-valid, whatever check sends it', async () => {
  const session = await storeSession(({ number }) => (number === 2 ? { status: 409 } : undefined));
  const check = session.check('list/never-above-100');
  judgePlainCreation(check, await check.createPlain());
  expect(kindsOf(session)).toEqual([]);
  const second = await check.createPlain();
  expect(() => judgePlainCreation(check, second)).toThrow(Violation);
  expect(kindsOf(session)).toContain('create/accepts-valid later-status-409');
  expect(session.session.findingsOf('create/accepts-valid')).toContainEqual(
    expect.objectContaining({
      message: 'A creation similar to accepted ones returned 409',
      related: [{ role: 'an accepted creation', exchange: 1 }],
    }),
  );
});

it('a plain creation is compared with others only where one was accepted', async () => {
  const session = await storeSession(() => ({ status: 409 }));
  const check = session.check('list/never-above-100');
  const refused = await check.createPlain();
  expect(() => judgePlainCreation(check, refused)).toThrow(Violation);
  expect(session.session.findingsOf('create/accepts-valid')).toContainEqual(
    expect.objectContaining({ message: 'A valid creation returned 409', related: [] }),
  );
});

it.each([
  [{ status: 201, body: '{"id":1,' }, ['create/accepts-valid not-an-object']],
  [{ status: 409 }, ['create/accepts-valid status-409']],
])('a creation returns 201 with an object (%j)', async (answer, kinds) => {
  const session = await storeSession(() => answer);
  const check = session.check('create/accepts-valid');
  const created = await check.createPlain();
  expect(() => judgeAccepted(check, created)).toThrow(Violation);
  expect(kindsOf(session).filter((kind) => kind.startsWith('create/accepts-valid '))).toEqual(kinds);
});

it('a truncated 201 is inconclusive', async () => {
  const session = await storeSession(() => 'cut');
  const check = session.check('create/accepts-valid');
  const reason = await reasonOf(check.createPlain().then((answer) => judgeAccepted(check, answer)));
  expect(reason).toMatch(/^Inconclusive: the response to a creation could not be read completely: /);
  expect(kindsOf(session).filter((kind) => kind.startsWith('create/accepts-valid '))).toEqual([]);
});

describe('a full store', () => {
  it('a store is filled until the run knows of 101 animals', async () => {
    const session = await storeSession();
    for (let count = 0; count < 97; count += 1) {
      session.store.add('Tom');
    }
    await session.check('list/returns-pets').list({ limit: 100 });
    await fillTheStore(session.check('list/never-above-100'));
    const bodies = session.requests.slice(1).map(({ body }) => parsed(body));
    expect(bodies).toHaveLength(4);
    expect(session.store.pets).toHaveLength(101);
    expect(bodies.every((pet) => pet?.categoryId === 1)).toBe(true);
    expect(new Set(bodies.map((pet) => pet?.name)).size).toBe(4);
    await fillTheStore(session.check('list/never-above-100'));
    expect(session.asked()).toHaveLength(5);
    expect(kindsOf(session)).toEqual([]);
  });

  it('three refusals are enough', async () => {
    const session = await storeSession(({ number }) => (number % 2 === 0 ? failure(400) : undefined));
    await reasonOf(fillTheStore(session.check('list/never-above-100')));
    expect(session.asked()).toHaveLength(6);
    expect(kindsOf(session)).toEqual(['create/accepts-valid later-status-400']);
  });
});

const request: OutgoingRequest = {
  method: 'POST',
  target: '/pets',
  headers: [
    { name: 'ACCEPT', value: 'application/json' },
    { name: 'Authorization', value: 'Bearer k', shownAs: 'Bearer $K' },
    { name: 'Accept-Language', value: 'en' },
  ],
  body: '{}',
  credential: 'api-key',
};
const [, ...others] = request.headers;

it('accepting puts another Accept in front of the other fields', () => {
  const headers = [{ name: 'Accept', value: '*/*' }, ...others];
  expect(accepting(request, '*/*')).toEqual({ ...request, headers });
});

it('accepting null leaves it out', () => {
  expect(accepting(request, null)).toEqual({ ...request, headers: others });
});

it('inSmallLetters changes names alone', () => {
  expect(inSmallLetters(request)).toEqual({
    ...request,
    headers: [
      { name: 'accept', value: 'application/json' },
      { name: 'authorization', value: 'Bearer k', shownAs: 'Bearer $K' },
      { name: 'accept-language', value: 'en' },
    ],
  });
});
