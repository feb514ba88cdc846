import { describe, expect, it } from 'vitest';
import { accused, context, epochMs, errorBody, exchange, findingsOf, type Shape } from './exchanges.ts';

const now = epochMs / 1000;
const pet = '{"id":5,"name":"Rex","categoryId":7}';
const list: Shape = { answer: `[${pet}]` };
const creation: Shape = { method: 'POST', body: '{"name":"Rex","categoryId":7}', status: 201, answer: pet };
const reading: Shape = { target: '/pets/5', answer: pet };
const badBody: Shape = { method: 'POST', body: '{}', status: 400, answer: errorBody(400) };
const noKey: Shape = { status: 401, credential: 'none', answer: errorBody(401) };
const noPet: Shape = { target: '/pets/6', status: 404, answer: errorBody(404) };

const malformedRate: Record<string, Record<string, string>> = {
  'a list as limit': { 'X-RateLimit-Limit': '60, 60;window=60' },
  'a fraction left': { 'X-RateLimit-Remaining': '29.5' },
  'less than nothing left': { 'X-RateLimit-Remaining': '-1' },
  'nothing said': { 'X-RateLimit-Remaining': '' },
  unlimited: { 'X-RateLimit-Limit': 'unlimited' },
  'a sign': { 'X-RateLimit-Limit': '+60' },
  'more left than the limit': { 'X-RateLimit-Remaining': '61' },
};

const resets: Record<string, string> = {
  'seconds-to-go': '42',
  milliseconds: `${now * 1000 + 60_000}`,
  fraction: `${now + 60}.25`,
  'iso-date': '2026-06-12T10:01:00Z',
  'http-date': 'Fri, 12 Jun 2026 10:01:00 GMT',
  'in-the-past': `${now - 60}`,
  'too-far': `${now + 3 * 86_400}`,
  negative: '-1',
  'not-a-number': 'soon',
};

describe('rate/headers-present', () => {
  const names = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

  it.each(Object.entries({ list, creation, reading, badBody, noKey, noPet }))(
    'finds a missing one: %s',
    (_name, shape) => {
      for (const name of names) {
        expect(accused([exchange({ ...shape, received: { [name]: null } })])).toEqual([
          'rate/headers-present',
        ]);
      }
    },
  );

  it('says all that is missing in one finding, on a 429 too', () => {
    const received = Object.fromEntries(names.map((name) => [name, null]));
    const findings = findingsOf([exchange({ status: 429, answer: '', received })]);
    expect(findings).toMatchObject([
      { requirement: 'rate/headers-present', actual: `no ${names.join(', no ')}` },
    ]);
  });
});

describe('rate/headers-well-formed', () => {
  it.each(Object.entries(malformedRate))('finds %s', (_what, received) => {
    expect(accused([exchange({ ...list, received })])).toEqual(['rate/headers-well-formed']);
  });

  it('finds a limit of 0, and a repeated field', () => {
    const zeros = { 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '0' };
    expect(accused([exchange({ ...list, received: zeros })])).toEqual(['rate/headers-well-formed']);
    expect(accused([exchange({ ...list, moreReceived: [['x-ratelimit-limit', '60']] })])).toEqual([
      'rate/headers-well-formed',
    ]);
  });

  it('judges the form of a 401 and nothing more', () => {
    const odd = { 'X-RateLimit-Limit': '0', 'X-RateLimit-Remaining': '9', 'X-RateLimit-Reset': '5' };
    expect(accused([exchange({ ...noKey, received: odd })])).toEqual([]);
    expect(accused([exchange({ ...noKey, received: { ...odd, 'X-RateLimit-Limit': 'none' } })])).toEqual([
      'rate/headers-well-formed',
    ]);
    expect(accused([exchange({ ...noKey, received: { ...odd, 'X-RateLimit-Reset': '1.5' } })])).toEqual([
      'rate/reset-is-timestamp',
    ]);
  });
});

describe('rate/reset-is-timestamp', () => {
  it.each(Object.entries(resets))('names the mistake: %s', (kind, value) => {
    const findings = findingsOf([exchange({ ...list, received: { 'X-RateLimit-Reset': value } })]);
    expect(findings).toMatchObject([{ requirement: 'rate/reset-is-timestamp', kind }]);
  });

  it('needs no Date to see the usual mistakes', () => {
    for (const value of ['42', `${now * 1000 + 60_000}`, `${now - 3600}`]) {
      const shape = { ...list, received: { 'X-RateLimit-Reset': value, Date: null } };
      expect(accused([exchange(shape)])).toEqual(['rate/reset-is-timestamp']);
    }
  });
});

describe('rate/limit-matches-plan', () => {
  it('finds the figure of another plan, where the plan is known', () => {
    const other = exchange({ ...list, received: { 'X-RateLimit-Limit': '300' } });
    expect(accused([other])).toEqual(['rate/limit-matches-plan']);
    expect(accused([other], { ...context, planLimit: null })).toEqual([]);
    expect(accused([exchange({ ...list, received: { 'X-RateLimit-Limit': '1000' } })])).toEqual([]);
  });
});
