import { petStatuses } from '../../src/arbitraries/new-pet.ts';
import type { OddList } from './variety.ts';

/** One of each class: both ends, the default and its neighbours, what lies between. */
const limits = [1, 2, 20, 21, 50, 99, 100] as const;

/** Each limit with each status, in both orders: every second one on a connection of its own. */
const combined: readonly OddList[] = limits.flatMap((limit, atLimit) =>
  petStatuses.flatMap((status, atStatus): OddList[] => [
    described(`limit=${limit}&status=${status}`, (atLimit + atStatus) % 2 === 0),
    described(`status=${status}&limit=${limit}`, (atLimit + atStatus) % 2 === 1),
  ]),
);

function described(query: string, isFresh: boolean): OddList {
  return { kind: 'list', requirement: 'list/limit-with-status', query, isFresh };
}

/** What means the same as a described query: letters and digits may be percent-encoded (RFC 9110 section 4.2.3). */
const encoded: readonly string[] = [
  'status=%61vailable&limit=100',
  'limit=%31',
  'status=s%6Fld',
  'st%61tus=pending',
  'l%69mit=3',
  'limit=%31%30&status=%73%6f%6c%64',
  'limit=2&&status=sold',
  'status=pending&',
  '&limit=5',
  'status=available&limit=4&',
];

/** Repeated parameters, and those of arrays and objects, as frameworks read them. */
const repeated: readonly string[] = [
  'limit=1&limit=2',
  'limit=100&limit=1&status=sold',
  'status=sold&status=pending',
  'limit[]=1',
  'limit[0]=1&status=sold',
  'limit[a]=1',
  'limit[toString]=1',
  'status[]=sold&status[]=pending',
  'status[a]=sold',
  'status[__proto__]=sold',
  '__proto__[status]=sold',
  'constructor=1&status=sold',
  'status=sold,pending',
  'status=sold%7Cpending',
  'limit=1;status=sold',
  'limit',
  'status',
  'limit==5',
  '&&&',
  'LIMIT=1',
  'limit.value=1',
  'q=1&page=2&offset=3&sort=name&order=desc&cursor=x',
];

/** Limits that some language reads as an integer. */
const limitsOfLanguages: readonly string[] = [
  ...[
    '7_0',
    '0x7',
    '0b11',
    '%207',
    '7%20',
    '7.0',
    '7e0',
    '7.',
    '7,0',
    '7n',
    '7L',
    '7px',
    '007',
    '%2B7',
    '--7',
  ],
  ...['-0', 'NaN', 'Infinity', 'null', 'undefined', 'true', '%5B%5D', '1e400', '%EF%BC%97', '%D9%A7'],
  ...['%F0%9D%9F%95', '7%00', '%FF', '7%0A', '*'],
];

/** Limits at which types of numbers end. */
const farLimits: readonly bigint[] = [
  ...[-1n, 101n, 128n, 256n, 257n, 65_537n, 2n ** 31n, 2n ** 32n + 1n, 2n ** 53n + 1n],
  ...[2n ** 63n, 2n ** 64n + 1n, -(2n ** 31n), -(2n ** 63n) - 1n, 10n ** 39n],
];

/** Statuses that none is, and that languages, databases and comparisons of text take for one. */
const otherStatuses: readonly string[] = [
  ...['SOLD', 'sold%20', 'sold%0A', 'sold%00', '%C5%BFold', 'sol%64%CC%81', 'sol', 'sold*', '%25', 'null'],
  ...['0', '%7B%7D', '__proto__', 'constructor', 'toString', '%FF', '%F0%9F%90%88', '_old', '%D1%95old'],
];

const anyLength = '9'.repeat(400);

function silent(query: string): OddList {
  return { kind: 'list', requirement: 'list/returns-pets', query };
}

function statusAt(index: number): string {
  return petStatuses[index % petStatuses.length] ?? 'sold';
}

const undescribed: readonly (readonly string[])[] = [
  encoded,
  farLimits.map((limit, index) => `limit=${limit}&status=${statusAt(index)}`),
  limitsOfLanguages.map((limit, index) =>
    index % 2 === 0 ? `limit=${limit}` : `status=${statusAt(index)}&limit=${limit}`,
  ),
  repeated,
  otherStatuses.map((status, index) => (index % 2 === 0 ? `status=${status}` : `limit=5&status=${status}`)),
  [`limit=${anyLength}`, `status=${anyLength}`, `limit=1&x=${anyLength.repeat(15)}`],
];

/** Lists in every combination and notation, those of each kind spread over all of them. */
export const listVarieties: readonly OddList[] = [
  combined,
  ...undescribed.map((queries) => queries.map(silent)),
]
  .flatMap((kind) => kind.map((list, index) => ({ list, place: index / kind.length })))
  .toSorted((left, right) => left.place - right.place)
  .map(({ list }) => list);
