import { refusalFieldRequirements } from '../refusal-fields.ts';
import type { Case } from './case.ts';
import { judgeDay } from './day.ts';
import { judgeEarlyRefusals } from './early-refusal.ts';
import { judgeExcess } from './excess.ts';
import { judgeLimitFigure } from './limit-figure.ts';
import { judgeNeighbours, judgeSharedCount } from './neighbours.ts';
import { observe } from './observations.ts';
import { judgeRemaining } from './remaining.ts';
import { judgeReset } from './reset.ts';
import { judgeRefusalFields, judgeRetryAfter } from './retry-after.ts';

/** A judge, the requirements that it reports violations of, and those of which it has to know whether others did. */
export interface Judge {
  readonly judge: (judged: Case) => void;
  readonly reports: readonly string[];
  /** All that is said of these comes first: a violation of one explains what would be taken for another. */
  readonly asks: readonly string[];
}

const exceeded = 'quota/never-exceeded';
const granted = 'quota/fully-granted';
const isolated = 'quota/isolated-between-keys';
const retry = 'quota/retry-after-honest';
const timestamp = 'rate/reset-is-timestamp';

export const judges: readonly Judge[] = [
  { judge: judgeRefusalFields, reports: refusalFieldRequirements, asks: [] },
  { judge: judgeRetryAfter, reports: [retry], asks: refusalFieldRequirements },
  { judge: judgeSharedCount, reports: [`${isolated} by Remaining`], asks: [] },
  { judge: judgeExcess, reports: [exceeded, `${granted} for an excess`], asks: [] },
  {
    judge: judgeEarlyRefusals,
    reports: [granted, `${isolated} by refusals`],
    asks: [`${isolated} by Remaining`, `${granted} for an excess`, retry],
  },
  {
    judge: judgeNeighbours,
    reports: [isolated],
    asks: [`${isolated} by Remaining`, `${isolated} by refusals`],
  },
  { judge: judgeReset, reports: ['quota/reset-honest', timestamp], asks: [exceeded, retry] },
  { judge: judgeRemaining, reports: ['rate/remaining-counts-down'], asks: [isolated] },
  { judge: judgeLimitFigure, reports: ['rate/limit-matches-plan'], asks: [] },
  { judge: judgeDay, reports: ['quota/day-limit'], asks: [] },
  { judge: observe, reports: [], asks: [] },
];

/** Sorts the judges by their dependencies, regardless of the order of the rows. */
export function inOrder(rows: readonly Judge[]): readonly Judge[] {
  const left = [...rows].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  const ordered: Judge[] = [];
  while (left.length > 0) {
    const ready = left.findIndex(({ asks }) =>
      asks.every((asked) => !left.some(({ reports }) => reports.includes(asked))),
    );
    if (ready < 0) {
      throw new Error(`judges ask for each other: ${left.map(nameOf).join('; ')}`);
    }
    ordered.push(...left.splice(ready, 1));
  }
  return ordered;
}

function nameOf({ reports }: Judge): string {
  return reports.join();
}
