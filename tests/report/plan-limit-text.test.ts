import { expect, test } from 'vitest';
import { explanationText, grantText, overlapText } from '../../src/report/plan-limit-text.ts';
import { excessRecord, fixedWindowRecord, tokenBucketRecord } from './sample-plan-limits.ts';

const [calibrate, burst] = fixedWindowRecord.phases;

function firstBurst(admitted: number, refused: number) {
  const counts = { sent: admitted + refused, admitted, refused };
  return calibrate === undefined || burst === undefined ? [] : [{ ...burst, ...counts }];
}

test.each([
  [fixedWindowRecord, '60 of 60 granted, the next 30 refused'],
  [excessRecord, '73 granted immediately (the plan grants 60 in 1 min), 17 refused'],
  [
    { ...tokenBucketRecord, phases: firstBurst(61, 29) },
    '61 granted: the limit of 60 and the refill meanwhile, 29 refused',
  ],
  [{ ...fixedWindowRecord, phases: firstBurst(55, 35), explainedBy: [] }, '55 of 60 granted, 35 refused'],
  [
    { ...fixedWindowRecord, phases: firstBurst(55, 35) },
    '55 of 60 granted (earlier requests may still count), 35 refused',
  ],
  [
    { ...excessRecord, phases: firstBurst(90, 0) },
    '90 granted immediately (the plan grants 60 in 1 min), none refused',
  ],
  [
    {
      ...fixedWindowRecord,
      phases: firstBurst(58, 30).map((phase) => ({ ...phase, sent: 90 })),
    },
    '60 of 60 granted (2 of them with another status, such as 404), the next 30 refused',
  ],
  [
    {
      ...fixedWindowRecord,
      phases: firstBurst(12, 0).map((phase) => ({ ...phase, sent: 60 })),
    },
    '12 of 60 granted, 48 with another status',
  ],
  [{ ...fixedWindowRecord, requests: 0 }, 'nothing was measured'],
  [
    { ...fixedWindowRecord, phases: [], requests: 5, admitted: 5, refused: 0 },
    '5 of 5 requests granted, none refused',
  ],
])('the granted requests are reported as measured: %#', (record, expected) => {
  expect(grantText(record)).toBe(expected);
});

test('every limiter that explains it is named', () => {
  const explained = (...explainedBy: string[]) => explanationText({ ...fixedWindowRecord, explainedBy });
  expect(explained('token bucket')).toBe('consistent with a token bucket');
  expect(explained('sliding log', 'sliding counter', 'token bucket')).toBe(
    'consistent with a sliding log, a sliding counter or a token bucket',
  );
  expect(explanationText({ ...fixedWindowRecord, refused: 0 })).toBe(
    'nothing was refused, so every limiter fits',
  );
  expect(explained()).toBe('no permitted limiter explains the observations');
});

test('the number of concurrent requests is reported for the key whose limit was reached', () => {
  expect(overlapText(fixedWindowRecord)).toBe(
    '38 requests were in flight when the limit was reached, over 87 connections (autocannon and undici)',
  );
  expect(overlapText({ ...fixedWindowRecord, overlapAtLimit: 1, engines: [] })).toBe(
    '1 request was in flight when the limit was reached, over 87 connections: too few to expose a race',
  );
  expect(
    overlapText({ ...fixedWindowRecord, phases: [], refused: 0, connections: 1, engines: ['undici'] }),
  ).toBe('the limit was not reached, over 1 connection (undici)');
});
