import { expect, test } from 'vitest';
import { done, exchange, exchanged, found, madeReport } from './made-up-run.ts';

const request = exchange(1, 'x').request;

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

test('a report says in which operations a deviation was seen, and what tells a version', () => {
  const response = exchange(1, 'x').response;
  const told = (value: string) =>
    response === null
      ? null
      : { ...response, headers: [['Server', value] as const, ['X-API-Version', '1.4'] as const] };
  const { requirements, service } = madeReport([
    exchanged(exchange(1, 'list/safe', { response: told('nginx') })),
    exchanged(
      exchange(2, 'list/safe', { request: { ...request, target: '/pets/7' }, response: told('envoy') }),
    ),
    exchanged(
      exchange(3, 'list/safe', { request: { ...request, target: '/nothing' }, response: told('nginx') }),
    ),
    exchanged(exchange(4, 'list/safe')),
    ...[1, 2, 3, 4].map((number) => found('rate/headers-present', number)),
  ]);
  const [finding] = requirements.find(({ id }) => id === 'rate/headers-present')?.findings ?? [];
  expect(finding?.operations).toEqual([
    { operation: 'listPets', exchanges: 2 },
    { operation: 'getPet', exchanges: 1 },
    { operation: null, exchanges: 1 },
  ]);
  expect(service.headers).toEqual([
    { name: 'Server', values: ['nginx', 'envoy'] },
    { name: 'X-API-Version', values: ['1.4'] },
  ]);
});
