import fc from 'fast-check';
import { expect, it } from 'vitest';
import { baseUrlCandidates } from '../../src/preflight/preflight-address.ts';

it.each([
  ['http://h', ['http://h/v1', 'http://h/api/v1']],
  ['http://h/pets', ['http://h/v1', 'http://h', 'http://h/api/v1']],
  ['http://h/v1/pets', ['http://h/v1', 'http://h', 'http://h/api/v1']],
  ['http://h/v1/pets/7', ['http://h/v1', 'http://h', 'http://h/api/v1']],
  ['http://h/v2', ['http://h/v2/v1', 'http://h/v1', 'http://h', 'http://h/api/v1']],
  ['http://h/api', ['http://h/api/v1', 'http://h/v1', 'http://h']],
  ['http://h/a/v1', ['http://h/a/v1'.replace('/v1', ''), 'http://h/v1', 'http://h', 'http://h/api/v1']],
])('of %s are tried', (baseUrl, expected) => {
  const candidates = baseUrlCandidates(baseUrl);
  expect(candidates).toEqual(expect.arrayContaining(expected.slice(0, 1)));
  expect(expected).toEqual(expect.arrayContaining(candidates));
});

it('are few, of the same origin, and never the base URL itself', () => {
  const segment = fc.constantFrom('v1', 'v2', 'pets', 'api', 'a', '%20');
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 6 }), (segments) => {
      const baseUrl = ['https://h:8443', ...segments].join('/');
      const candidates = baseUrlCandidates(baseUrl);
      expect(candidates.length).toBeLessThanOrEqual(5);
      expect(new Set(candidates).size).toBe(candidates.length);
      expect(candidates).not.toContain(baseUrl);
      expect(candidates.filter((each) => new URL(each).origin !== 'https://h:8443')).toEqual([]);
    }),
  );
});
