import { expect, it } from 'vitest';
import { sampleRecord } from '../../../src/load/k6/sample-schema.ts';

const summary = {
  type: 'summary',
  problem: null,
  preflight: 1,
  createdBefore: 0,
  readyAtMs: 0,
  endedAtMs: 1,
  sent: 4,
  dropped: 0,
};

it.each([
  ['1e999', '/metrics/getPet_200/max must be number'],
  ['-1e999', '/metrics/getPet_200/max must be number'],
  ['null', '/metrics/getPet_200/max must be number'],
  ['12.5', 'summary'],
])('reads a latency of %s as %s', (written, expected) => {
  const json = JSON.stringify({ ...summary, metrics: { getPet_200: { count: 1, max: 0 } } });
  const record = sampleRecord(JSON.parse(json.replace('"max":0', `"max":${written}`)));
  expect(typeof record === 'string' ? record : record.type).toBe(expected);
});

it.each([
  [3, 'summary'],
  [0.25, '/metrics/listPets_failed_timeout/count must be integer'],
])('reads a count of %f as %s', (count, expected) => {
  const record = sampleRecord({ ...summary, metrics: { listPets_failed_timeout: { count } } });
  expect(typeof record === 'string' ? record : record.type).toBe(expected);
});
