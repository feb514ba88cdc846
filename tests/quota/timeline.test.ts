import fc from 'fast-check';
import { expect, it } from 'vitest';
import { phases, Timeline, type TimelineEntry } from '../../src/quota/timeline.ts';

const time = fc.double({ min: 0, max: 1e9, noNaN: true });
const figure = fc.oneof(fc.constant(Number.NaN), fc.nat(), fc.integer({ min: 0, max: 999_999_999_999_999 }));
const entries: fc.Arbitrary<TimelineEntry> = fc.record({
  exchange: fc.integer({ min: 1, max: 2_000_000_000 }),
  key: fc.nat(255),
  connection: fc.nat(2_000_000_000),
  operation: fc.constantFrom('listPets', 'createPet', 'getPet'),
  phase: fc.constantFrom(...phases),
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

it('gives back more entries than it keeps together', () => {
  const [plain] = fc.sample(entries, { numRuns: 1, seed: 1 });
  const many = 150_000;
  const entryAt = (index: number): TimelineEntry => ({
    ...(plain as TimelineEntry),
    exchange: index + 1,
    sentAtMs: index + 0.25,
    answeredAtMs: index + 0.75,
    status: index % 7 === 0 ? 429 : 200,
    key: index % 5,
  });
  const timeline = new Timeline();
  for (let index = 0; index < many; index += 1) {
    timeline.add(entryAt(index));
  }
  for (const index of [0, 65_535, 65_536, 131_071, 131_072, many - 1]) {
    expect(timeline.at(index)).toEqual(entryAt(index));
  }
});

it.each([-1, 65_536])('has no entry %i before it was added', (index) => {
  expect(() => new Timeline().at(index)).toThrow(RangeError);
});
