import { describe, expect, it } from 'vitest';
import { byDay, byMinute } from '../../../src/quota/judge/request-class.ts';
import { type Answer, caseOf } from './case-of.ts';
import { free } from './trace.ts';

/** What each quota takes the answer for. */
function classesOf(answer: Partial<Answer>) {
  const { timeline } = caseOf([{ sentAtMs: 0, limit: Number.NaN, ...answer }]);
  return [byMinute(free)(timeline, 0), byDay(free)(timeline, 0)];
}

describe('an answer', () => {
  it('is refused by the minute where it shows neither, unless it is for longer', () => {
    const refused = (retryAfterMs: number, limit = Number.NaN) =>
      classesOf({ status: 429, limit, retryAfterMs });
    expect(refused(Number.NaN)).toEqual(['refused', 'elsewhere']);
    expect(refused(122_000)).toEqual(['refused', 'elsewhere']);
    expect(refused(123_000)).toEqual(['elsewhere', 'refused']);
    expect(refused(123_000, 300)).toEqual(['elsewhere', 'refused']);
  });

  it('may be refused by another status, and 429 is none then', () => {
    const by = (refusedStatus: number, status: number, limit = Number.NaN) => {
      const { timeline } = caseOf([{ sentAtMs: 0, status, limit, retryAfterMs: 600_000 }]);
      return byMinute(free, refusedStatus)(timeline, 0);
    };
    expect([by(403, 403), by(403, 503), by(403, 429, 60), by(403, 401), by(403, 200)]).toEqual([
      'refused',
      'possible',
      'elsewhere',
      'nothing',
      'admitted',
    ]);
    expect(by(401, 401)).toBe('refused');
  });
});
