import { expect, test } from 'vitest';
import { requirements } from '../../suites/requirements.ts';
import { scenarios } from '../../suites/scenarios.ts';
import { passes, suites } from '../../suites/suites.ts';

const registered = Object.values(suites).flatMap((suite) => Object.keys(suite));

test('every requirement outside the plan limits has one check, and every scenario is sent', () => {
  const checked = requirements.map(({ id }) => id).filter((id) => !id.startsWith('quota/'));
  expect(registered.toSorted()).toEqual([...checked, ...Object.keys(scenarios)].toSorted());
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
