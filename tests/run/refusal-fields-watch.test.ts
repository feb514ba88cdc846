import { describe, expect, test } from 'vitest';
import type { CredentialLabel, Exchange, HeaderList } from '../../src/exchange/exchange.ts';
import { RefusalFieldsWatch } from '../../src/run/run-watches.ts';
import { exchange } from '../report/made-up-run.ts';

function refusal(headers: HeaderList, credential: CredentialLabel = 'api-key', status = 429): Exchange {
  const made = exchange(7, 'list/safe');
  return {
    ...made,
    request: { ...made.request, credential },
    response: { status, headers, body: '', bodyBytes: 0, utf8: true, secretsEchoedIn: [] },
  };
}

const limits: HeaderList = [
  ['X-RateLimit-Limit', '60'],
  ['X-RateLimit-Remaining', '0'],
  ['X-RateLimit-Reset', '1767261660'],
];
const plenty: HeaderList = [
  ['X-RateLimit-Limit', '1000000'],
  ['X-RateLimit-Remaining', '999990'],
  ['X-RateLimit-Reset', '1767261660'],
  ['Retry-After', '1'],
];

const seen = (one: Exchange) => {
  const { findings, touched } = new RefusalFieldsWatch().see(one);
  return { kinds: findings.map(({ requirement, kind }) => `${requirement} ${kind}`), touched };
};

describe('a 429 in passing', () => {
  test('says that nothing is left, and when to come again', () => {
    const good = seen(refusal([...limits, ['Retry-After', '30']]));
    expect(good.kinds).toEqual([]);
    expect(good.touched).toEqual([
      'quota/remaining-zero',
      'quota/retry-after-present',
      'quota/retry-after-readable',
    ]);
    expect(seen(refusal(plenty)).kinds).toEqual(['quota/remaining-zero not-zero']);
    expect(seen(refusal(limits)).kinds).toEqual(['quota/retry-after-present absent']);
    expect(seen(refusal([...limits, ['Retry-After', 'soon']])).kinds).toEqual([
      'quota/retry-after-readable unreadable',
    ]);
  });

  test('without any rate limit fields is a matter of rate/headers-present', () => {
    expect(seen(refusal([['Retry-After', '1']])).touched).not.toContain('quota/remaining-zero');
  });

  test.each(['none', 'invalid', 'revoked-key'] as const)(
    'to a request with the key "%s" owes nothing',
    (key) => {
      expect(seen(refusal(plenty, key))).toEqual({ kinds: [], touched: [] });
    },
  );

  test('to a key that may be used up is judged too, and other statuses are not', () => {
    expect(seen(refusal(plenty, 'quota-key-1')).kinds).toHaveLength(1);
    expect(seen(refusal(plenty, 'api-key', 200))).toEqual({ kinds: [], touched: [] });
    expect(seen({ ...refusal(plenty), response: null })).toEqual({ kinds: [], touched: [] });
  });
});

test.each<[string, HeaderList, string]>([
  [
    'no Remaining that can be read',
    [
      ['X-RateLimit-Limit', '60'],
      ['X-RateLimit-Remaining', 'none'],
      ['Retry-After', '1'],
    ],
    'quota/remaining-zero no-number',
  ],
  ['Retry-After: 12.345', [...limits, ['Retry-After', '12.345']], 'quota/retry-after-readable fraction'],
])('a 429 in passing with %s', (_, headers, kind) => {
  expect(seen(refusal(headers)).kinds).toEqual([kind]);
});

test('a 429 from a cache tells nothing, nor does an absent Retry-After of being read', () => {
  expect(seen(refusal([...plenty, ['Age', '5']]))).toEqual({ kinds: [], touched: [] });
  expect(seen(refusal(limits)).touched).toEqual(['quota/remaining-zero', 'quota/retry-after-present']);
});
