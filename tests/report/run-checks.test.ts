import { expect, test } from 'vitest';
import { done, exchange, exchanged, madeReport } from './made-up-run.ts';

test('a report says what each check sent, and of which requirements that is evidence', () => {
  const { checks } = madeReport(
    [
      exchanged(exchange(1, 'preflight'), ['rate/headers-present']),
      exchanged(exchange(2, 'list/safe'), ['rate/headers-present', 'responses/schema']),
      exchanged(exchange(3, 'list/safe')),
      ...done('list/safe'),
    ],
    { selected: ['list/safe', 'rate/headers-present'] },
  );
  expect(checks).toEqual([
    {
      id: 'preflight',
      exchanges: 1,
      durationMs: 4,
      requirements: [{ id: 'rate/headers-present', exchanges: 1 }],
    },
    {
      id: 'list/safe',
      exchanges: 2,
      durationMs: 8,
      requirements: [
        { id: 'list/safe', exchanges: 2 },
        { id: 'rate/headers-present', exchanges: 1 },
      ],
    },
  ]);
});
