import { expect, test } from 'vitest';
import { requirements } from '../../suites/requirements.ts';
import { scenarios } from '../../suites/scenarios.ts';
import { suiteOrder, suites } from '../../suites/suites.ts';

const registered = Object.values(suites).flatMap((suite) => Object.keys(suite));

test('every requirement outside the plan limits has one check, and every scenario is sent', () => {
  const checked = requirements.map(({ id }) => id).filter((id) => !id.startsWith('quota/'));
  expect(registered.toSorted()).toEqual([...checked, ...Object.keys(scenarios)].toSorted());
});

test.each(Object.entries(suiteOrder))('every suite has its place in the order at %s', (_effort, order) => {
  expect(order.toSorted()).toEqual(Object.keys(suites).toSorted());
});
