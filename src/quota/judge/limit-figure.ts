import type { Case } from './case.ts';

const matches = 'rate/limit-matches-plan';

/** Whether `Limit` is a figure of the plan. */
export function judgeLimitFigure({ keys, timeline, plan, notes }: Case): void {
  for (const { ledger } of keys) {
    for (const index of ledger.entries) {
      const limit = timeline.limit(index);
      if (Number.isNaN(limit)) {
        continue;
      }
      if (limit !== plan.perMinute && limit !== plan.perDay) {
        notes.flag({
          requirement: matches,
          kind: 'other-limit',
          message: `X-RateLimit-Limit is ${limit}, which is not a limit of the plan`,
          expected: `${plan.perMinute} (per minute) or ${plan.perDay} (per day)`,
          actual: `X-RateLimit-Limit: ${limit}`,
          entry: index,
        });
        return;
      }
      notes.support(matches, [index]);
    }
  }
}
