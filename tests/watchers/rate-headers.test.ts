import { describe, expect, it } from 'vitest';
import { context, errorBody, exchange, findingsOf, reportedRequirements, type Shape } from './exchanges.ts';
import { touched } from './rate-evidence.ts';
import { list, noKey, noPet } from './shapes.ts';

describe('rate/headers-present', () => {
  const names = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

  it('names the absent ones alone', () => {
    const received = { 'X-RateLimit-Limit': null, 'X-RateLimit-Reset': null };
    expect(findingsOf([exchange({ ...list, received })])).toMatchObject([
      { kind: 'X-RateLimit-Limit+X-RateLimit-Reset absent on 200' },
    ]);
    for (const name of names) {
      expect(findingsOf([exchange({ ...list, received: { [name]: null } })])).toMatchObject([
        { kind: `${name} absent on 200` },
      ]);
    }
  });

  it.each([
    [199, []],
    [200, ['rate/headers-present']],
    [204, ['rate/headers-present']],
    [299, ['rate/headers-present']],
    [300, []],
    [304, []],
    [400, ['rate/headers-present']],
    [401, ['rate/headers-present']],
    [403, []],
    [404, ['rate/headers-present']],
    [405, []],
    [429, ['rate/headers-present']],
    [430, []],
    [500, []],
    [503, []],
  ])('is owed on a %i: %o', (status, expected) => {
    const received = { 'X-RateLimit-Reset': null };
    const own = findingsOf([exchange({ status, answer: '', received })]);
    expect(own.map(({ requirement }) => requirement).filter((id) => id.startsWith('rate/'))).toEqual(
      expected,
    );
    expect(touched([{ status, answer: '', received }]).includes('rate/headers-present')).toBe(
      expected.length > 0,
    );
  });

  it.each<[string, Shape]>([
    ['an unknown path', { target: '/nothing', status: 404 }],
    ['the orders of the store', { target: '/store/orders' }],
    ['a malformed id, which may be an unknown path', { target: '/pets/abc', status: 404 }],
    ['a method that no operation has', { method: 'DELETE', target: '/pets/1', status: 404 }],
  ])('is not owed on %s', (_what, shape) => {
    const received = {
      'X-RateLimit-Limit': null,
      'X-RateLimit-Remaining': null,
      'X-RateLimit-Reset': 'soon',
    };
    expect(touched([{ answer: '', ...shape, received }])).toEqual([]);
  });

  it('is owed on no answer that something before the service may have given', () => {
    const received = { 'X-RateLimit-Reset': null };
    expect(touched([{ method: 'OPTIONS', status: 200, received }])).toEqual([]);
    expect(touched([{ sent: { Expect: '100-continue' }, status: 200, received }])).toEqual([]);
    expect(touched([{ response: null, failure: { code: 'timeout', detail: '' } }])).toEqual([]);
  });
});

describe('rate/headers-well-formed', () => {
  it('names the field, and whether it is repeated or no number', () => {
    const kinds = (shape: Shape) => findingsOf([exchange({ ...list, ...shape })]).map(({ kind }) => kind);
    expect(kinds({ moreReceived: [['x-ratelimit-limit', '60']] })).toEqual(['X-RateLimit-Limit repeated']);
    expect(kinds({ moreReceived: [['x-ratelimit-remaining', '30']] })).toEqual([
      'X-RateLimit-Remaining repeated',
    ]);
    expect(kinds({ received: { 'X-RateLimit-Limit': 'many' } })).toEqual(['X-RateLimit-Limit not-whole']);
    expect(kinds({ received: { 'X-RateLimit-Remaining': '1e1' } })).toEqual([
      'X-RateLimit-Remaining not-whole',
    ]);
    expect(kinds({ received: { 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '9' } })).toEqual([
      'limit-zero',
    ]);
    expect(kinds({ received: { 'X-RateLimit-Remaining': '61' } })).toEqual(['remaining-above-limit']);
  });

  it.each([
    ['the limit alone', { 'X-RateLimit-Remaining': null, 'X-RateLimit-Limit': 'many' }],
    ['what is left alone', { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': 'few' }],
  ])('is judged of %s, beside the other, which is absent', (_what, received) => {
    const both = ['rate/headers-present', 'rate/headers-well-formed'];
    expect(reportedRequirements([exchange({ ...list, received })])).toEqual(both);
  });

  it('has evidence in both values on a response to a valid key', () => {
    const id = 'rate/headers-well-formed';
    const unknown: Shape = { ...list, credential: 'invalid' };
    expect(touched([noKey, unknown])).not.toContain(id);
    for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining']) {
      expect(touched([{ ...list, received: { [name]: null } }])).not.toContain(id);
    }
    expect(touched([list])).toContain(id);
    expect(touched([{ ...list, credential: 'quota-key-0' }])).toContain(id);
  });

  it.each([
    ['api-key', 200, ['rate/headers-well-formed']],
    ['quota-key-0', 200, ['rate/headers-well-formed']],
    ['invalid', 200, []],
    ['revoked-key', 200, []],
    ['none', 200, []],
    ['api-key', 401, []],
    ['quota-key-3', 401, []],
  ] as const)('requires plausible values on %s that returned %i: %o', (credential, status, expected) => {
    const above = { 'X-RateLimit-Remaining': '61' };
    const answer = status === 401 ? errorBody(401) : '[]';
    expect(reportedRequirements([exchange({ status, answer, credential, received: above })])).toEqual(
      expected,
    );
  });
});

describe('rate/limit-matches-plan', () => {
  it('finds the limit of another plan, if the plan is known', () => {
    const other = exchange({ ...list, received: { 'X-RateLimit-Limit': '300' } });
    expect(findingsOf([other])).toMatchObject([
      { requirement: 'rate/limit-matches-plan', kind: 'other-limit', actual: 'X-RateLimit-Limit: 300' },
    ]);
    expect(reportedRequirements([other], { ...context, planLimit: null })).toEqual([]);
    expect(reportedRequirements([exchange({ ...list, received: { 'X-RateLimit-Limit': '1000' } })])).toEqual(
      [],
    );
  });

  it('speaks of the plan of the key of the run alone', () => {
    const other = { 'X-RateLimit-Limit': '300' };
    for (const credential of ['quota-key-0', 'invalid', 'none', 'revoked-key'] as const) {
      expect(reportedRequirements([exchange({ ...list, credential, received: other })])).toEqual([]);
    }
    expect(
      reportedRequirements([exchange({ status: 401, answer: errorBody(401), received: other })]),
    ).toEqual([]);
    const zero = { 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '0' };
    expect(touched([{ ...list, received: zero }])).not.toContain('rate/limit-matches-plan');
    expect(touched([{ target: '/nothing', status: 403, answer: '' }])).toEqual([]);
  });

  it('speaks of no path or method that is not of the interface: those may be refused before the key is read', () => {
    const received = { 'X-RateLimit-Limit': '300' };
    const refusals: Shape[] = [
      { target: '/nothing', status: 404, answer: errorBody(404), received },
      { target: '/pets/abc', status: 404, answer: errorBody(404), received },
      { target: '/pets/5', method: 'DELETE', status: 404, answer: errorBody(404), received },
    ];
    for (const refusal of refusals) {
      expect(reportedRequirements([exchange(refusal)])).toEqual([]);
    }
    expect(reportedRequirements([exchange({ ...noPet, received })])).toEqual(['rate/limit-matches-plan']);
  });

  it('has evidence in the limit of one answer to the key', () => {
    const id = 'rate/limit-matches-plan';
    expect(touched([noKey, { ...list, credential: 'quota-key-0' }])).not.toContain(id);
    expect(touched([list])).toContain(id);
    expect(touched([list], { ...context, planLimit: null })).not.toContain(id);
  });
});
