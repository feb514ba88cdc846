import { describe, expect, it } from 'vitest';
import { fillTheStore, judgeAccepted } from '../../../suites/steps/valid-creations.ts';
import { failure, kindsOf, parsed, reasonOf, storeSession } from './small-store.ts';

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
