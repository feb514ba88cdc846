import { noFigures } from '../../src/quota/refusal-fields.ts';
import type { TimelineEntry } from '../../src/quota/timeline.ts';

/** A list that key 1 was served at once, without figures, unless changed. */
export function madeUpEntry(changes: Partial<TimelineEntry> = {}): TimelineEntry {
  const request = { exchange: 1, key: 1, connection: 0, operation: 'listPets', phase: 'burst' } as const;
  const answer = { sentAtMs: 0, answeredAtMs: 0, status: 200, page: false, place: 0 };
  return { ...request, ...answer, ...noFigures, ...changes };
}
