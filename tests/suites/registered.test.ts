import { expect, test } from 'vitest';
import { faults } from '../../reference-impl/index.ts';
import { checks } from '../../suites/index.ts';
import { requirements, scenarios } from '../../suites/requirements.ts';

const registered = checks.map(([name]) => name).filter((name) => !name.includes(', '));

test('every requirement outside the plan limits has one check, and every scenario is sent', () => {
  const checked = requirements.map(({ id }) => id).filter((id) => !id.startsWith('quota/'));
  expect(registered.toSorted()).toEqual([...checked, ...Object.keys(scenarios)].toSorted());
});

test('every MUST has two faults of its own, every SHOULD one, and no two faults share a name', () => {
  const own = faults.map(({ violates }) => violates[0]);
  const lacking = requirements.filter(({ id, level }) => {
    const needed = { MUST: 2, SHOULD: 1, OBSERVE: 0 }[level];
    return own.filter((violated) => violated === id).length < needed;
  });
  expect(lacking).toEqual([]);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});

test('a smoke run makes a check of every MUST requirement but the one that takes 42 requests', () => {
  const made = checks.filter(([, { smoke }]) => smoke);
  const missing = requirements
    .filter(({ id, level }) => level === 'MUST' && !id.startsWith('quota/'))
    .filter(({ id }) => !made.some(([name]) => name === id));
  expect(missing.map(({ id }) => id)).toEqual(['rate/remaining-counts-down']);
});
