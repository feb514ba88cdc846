import { expect, it } from 'vitest';
import { sampleRecord } from '../../../src/load/k6/sample-schema.ts';

it.each([
  [3, 'summary'],
  [0.25, '/metrics/listPets_failed_timeout/count must be integer'],
])('reads a count of %f as %s', (count, expected) => {
  const record = sampleRecord({
    type: 'summary',
    problem: null,
    preflight: 1,
    createdBefore: 0,
    readyAtMs: 0,
    endedAtMs: 1,
    sent: 4,
    dropped: 0,
    metrics: { listPets_failed_timeout: { count } },
  });
  expect(typeof record === 'string' ? record : record.type).toBe(expected);
});
