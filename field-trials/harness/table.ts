import { type Mismatch, mismatchKinds } from './judge.ts';
import type { Subject } from './subject.ts';
import type { Trial } from './trial.ts';

const kinds = mismatchKinds;
const nameWidth = 40;

export const lines = {
  header: ['subject'.padEnd(nameWidth), ...kinds, 'requests', 'seconds'].join('  '),
  footer(trials: readonly Trial[], subjects: number): string {
    const wrong = trials.flatMap(({ mismatches }) => mismatches);
    const counts = kinds.map((kind) => `${countOf(kind, wrong)} ${kind}`).join(', ');
    return `${trials.length} of ${subjects} subjects run: ${counts}`;
  },
};

/** A line of the table, and below it each mismatch. */
export function row({ name }: Subject, { mismatches, requests, durationMs, attempts }: Trial): string {
  const counts = kinds.map((kind) => String(countOf(kind, mismatches) || '·').padStart(kind.length));
  const again = attempts > 1 ? `  (run ${attempts} times)` : '';
  return [
    [
      name.padEnd(nameWidth),
      ...counts,
      String(requests).padStart('requests'.length),
      (durationMs / 1_000).toFixed(1).padStart('seconds'.length),
    ].join('  ') + again,
    ...mismatches.map(({ kind, about, said }) => `  ${kind}: ${about}: ${said}`),
  ].join('\n');
}

function countOf(kind: Mismatch['kind'], mismatches: readonly Mismatch[]): number {
  return mismatches.filter((mismatch) => mismatch.kind === kind).length;
}
