import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Phase, phases } from '../../src/quota/quota-wire.ts';
import { Timeline, type TimelineEntry } from '../../src/quota/timeline.ts';

const time = fc.double({ min: 0, max: 1e9, noNaN: true });
const figure = fc.oneof(fc.constant(Number.NaN), fc.nat(), fc.integer({ min: 0, max: 999_999_999_999_999 }));
const entries: fc.Arbitrary<TimelineEntry> = fc.record({
  exchange: fc.integer({ min: 1, max: 2_000_000_000 }),
  key: fc.nat(255),
  connection: fc.nat(2_000_000_000),
  operation: fc.constantFrom('listPets', 'createPet', 'getPet'),
  phase: fc.constantFrom(...(Object.keys(phases) as Phase[])),
  sentAtMs: time,
  answeredAtMs: time,
  status: fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 999 })),
  limit: figure,
  remaining: figure,
  reset: figure,
  retryAfterForm: fc.constantFrom('absent', 'seconds', 'date', 'unreadable'),
  retryAfterMs: figure.map((seconds) => seconds * 1000),
  unreadable: fc.option(fc.string(), { nil: null }),
  dateMs: figure.map((seconds) => seconds * 1000),
  cached: fc.boolean(),
  page: fc.boolean(),
  place: fc.nat(255),
});

it('gives back every entry as it was added, in the order of their indices', () => {
  fc.assert(
    fc.property(fc.array(entries, { maxLength: 40 }), (list) => {
      const timeline = new Timeline();
      expect(list.map((entry) => timeline.add(entry))).toEqual([...list.keys()]);
      expect(timeline.length).toBe(list.length);
      expect(list.map((_, index) => timeline.at(index))).toEqual(list);
    }),
  );
});

it.each([-1, 65_536])('has no entry %i before it was added', (index) => {
  expect(() => new Timeline().at(index)).toThrow(RangeError);
});
