import { expect, it } from 'vitest';
import { fillTheStore } from '../../../suites/shared/full-store.ts';
import { failure, kindsOf, parsed, storeSession } from './small-store.ts';

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

it('nothing is created at effort smoke', async () => {
  const session = await storeSession(undefined, { effort: 'smoke' });
  await fillTheStore(session.check('list/never-above-100'));
  expect(session.asked()).toEqual([]);
});

it('three refusals are enough', async () => {
  const session = await storeSession(({ number }) => (number % 2 === 0 ? failure(400) : undefined));
  await fillTheStore(session.check('list/never-above-100'));
  expect(session.asked()).toHaveLength(6);
  expect(kindsOf(session)).toEqual(['create/accepts-valid later-status-400']);
});
