import { groupedBy } from '../../grouped-by.ts';
import type { Cause, ReportRequirement } from '../report.ts';
import { bounded } from '../words.ts';
import type { RunRecord } from './run-record.ts';

const longestText = 300;

/**
 * Groups violated requirements that one exchange shows: those whose first findings have the same counterexample. MUST
 * precede SHOULD. An invalid request that was served is a violation of its own, and in no group. A hint for readers: no
 * verdict depends on it.
 *
 * @param violated requirements with findings; causes come in the order in which they first showed
 */
export function likelyCauses(
  violated: readonly Pick<ReportRequirement, 'id' | 'level'>[],
  run: RunRecord,
): Cause[] {
  const violations = violated
    .flatMap(({ id, level }) => {
      const findings = run.requirements.get(id)?.findings ?? [];
      const [earliest] = findings.toSorted((left, right) => left.first - right.first);
      return earliest === undefined ? [] : [{ id, level, ...earliest }];
    })
    .filter(({ smallest }) => !isAcceptance(smallest, run))
    .sort((left, right) => left.level.localeCompare(right.level) || left.first - right.first);
  const groups = [...groupedBy(violations, ({ smallest }) => String(smallest.exchange)).values()];
  return groups
    .filter((members) => members.length > 1)
    .map((members) => ({
      text: bounded(members[0].smallest.message, longestText) || members[0].smallest.kind,
      requirements: members.map(({ id }) => id),
      first: Math.min(...members.map(({ first }) => first)),
    }))
    .sort((left, right) => left.first - right.first)
    .map(({ text, requirements }) => ({ text, requirements }));
}

/** Whether a request that had to be refused was served. */
function isAcceptance(
  { expected, exchange }: { readonly expected: string; readonly exchange: number },
  run: RunRecord,
): boolean {
  const status = run.exchanges.get(exchange)?.response?.status ?? 0;
  return /^4\d\d\b/.test(expected) && status >= 200 && status < 300;
}
