import { noFigures } from '../../src/quota/refusal-fields.ts';
import type { TimelineEntry } from '../../src/quota/timeline.ts';

const usual: TimelineEntry = {
  ...{ exchange: 1, key: 1, connection: 0, operation: 'listPets', phase: 'burst' },
  ...{ sentAtMs: 0, answeredAtMs: 0, status: 200, page: false, place: 0 },
  ...noFigures,
};

/** A list that key 1 was served at once, without figures, unless changed. */
export function madeUpEntry(changes: Partial<TimelineEntry> = {}): TimelineEntry {
  return { ...usual, ...changes };
}
