import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallerFields } from '../../src/target/caller-fields.ts';

const request = { method: 'GET', target: '/pets', headers: [], body: null, credential: 'api-key' } as const;
const caller = fc.record({
  baseUrl: fc.constantFrom('http://localhost/v1', 'http://localhost/v1/'),
  version: fc.constantFrom('0.1.0', '2.10.3'),
  tag: fc.stringMatching(/^[a-y]{7}$/),
  seed: fc.nat(),
});

test('a run tells its tag, and a trace that no other exchange has', () => {
  fc.assert(
    fc.property(caller, fc.integer({ min: 1, max: 2 ** 31 }), (who, number) => {
      const fields = new CallerFields(who);
      const {
        path,
        headers: [, userAgent, , trace],
      } = fields.wire(request, number);
      expect(path).toBe('/v1/pets');
      expect(userAgent).toBe(`animal-store-conformance/${who.version} (+run ${who.tag})`);
      expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(trace).toBe(fields.traceparent(number));
      expect(trace).not.toBe(fields.traceparent(number + 1));
    }),
  );
});
