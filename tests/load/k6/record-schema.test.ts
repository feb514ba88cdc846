import { expect, it } from 'vitest';
import { recordProblem } from '../../../src/load-run/sample-reader.ts';

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
  ['12.5', null],
])('finds of a latency of %s: %s', (written, expected) => {
  const json = JSON.stringify({ ...summary, metrics: { getPet_200: { count: 1, max: 0 } } });
  const record = JSON.parse(json.replace('"max":0', `"max":${written}`));
  expect(recordProblem(record)).toBe(expected);
});

it.each([
  [3, null],
  [0.25, '/metrics/listPets_failed_timeout/count must be integer'],
])('finds of a count of %f: %s', (count, expected) => {
  const record = { ...summary, metrics: { listPets_failed_timeout: { count } } };
  expect(recordProblem(record)).toBe(expected);
});
