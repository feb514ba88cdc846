import { expect, test } from 'vitest';
import { faults } from '../../reference-impl/index.ts';
import { requirements } from '../../suites/requirements.ts';
import { scenarios } from '../../suites/scenarios.ts';
import { passes, suites } from '../../suites/suites.ts';

const registered = Object.values(suites).flatMap((suite) => Object.keys(suite));

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

test.each(Object.entries(passes))(
  'at %s every suite has its place, last with the plan of the run',
  (effort, given) => {
    const places = given.flatMap(({ suites }) => suites);
    expect([...new Set(places)].toSorted()).toEqual(Object.keys(suites).toSorted());
    expect(given.map((pass) => pass.effort === effort)).toEqual(
      given.map((_, index) => index === given.length - 1),
    );
  },
);
