import type { Case } from './case.ts';

const matches = 'rate/limit-matches-plan';

/** Whether `Limit` is a figure of the key's plan. */
export function judgePlanFigure({ keys, timeline, plan, notes }: Case): void {
  const seen: number[] = [];
  for (const { trace } of keys) {
    for (const index of trace.ledger.entries) {
      const limit = timeline.limit(index);
      if (Number.isNaN(limit) || timeline.status(index) === 0) {
        continue;
      }
      if (limit !== plan.perMinute && limit !== plan.perDay) {
        notes.accuse({
          requirement: matches,
          kind: 'other-limit',
          message: "X-RateLimit-Limit is not a figure of the key's plan",
          expected: `${plan.perMinute} (a minute) or ${plan.perDay} (a day)`,
          actual: `X-RateLimit-Limit: ${limit}`,
          entry: index,
          related: [],
          restsOnTiming: false,
        });
        return;
      }
      seen.push(index);
    }
  }
  if (seen.length > 0) {
    notes.support(matches, seen);
  }
}
