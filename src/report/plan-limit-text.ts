import type { PlanLimitRecord } from '../verdict/plan-limit-record.ts';
import { counted, listed } from './counted.ts';
import { durationText } from './duration-text.ts';
import { numberText } from './number-text.ts';

/** Requests under way at the limit below which a race between them could not have shown. */
const leastOverlap = 8;

/** Whose limit it is: `free (quota-key-1)`. */
export function planLimitName({ plan, key }: PlanLimitRecord): string {
  return `${plan} (${key})`;
}

/** What became of the limit, in a clause: `60 of 60 granted from a full quota, the 40 beyond refused`. */
export function grantText(record: PlanLimitRecord): string {
  const { admitted, refused } = firstBurst(record);
  const { perMinute } = record;
  if (admitted + refused === 0) {
    return 'nothing was measured';
  }
  const granted =
    admitted > perMinute
      ? `${numberText(admitted)} granted in the first burst where the plan has ${numberText(perMinute)} a minute`
      : `${numberText(admitted)} of ${numberText(perMinute)} granted from a full quota`;
  return `${granted}, ${refusalText(admitted, refused, perMinute)}`;
}

/** Which limiters explain it, in a clause. */
export function explanationText({ explainedBy, requests }: PlanLimitRecord): string {
  if (requests === 0) {
    return 'there is nothing to explain';
  }
  return explainedBy.length === 0
    ? 'no limiter that the interface permits explains all that was seen'
    : `consistent with ${listed(
        explainedBy.map((limiter) => `a ${limiter}`),
        'or',
      )}`;
}

/** How hard it was tried, in a clause: what was under way at once when the limit was reached, and by what. */
export function overlapText({ overlapAtLimit, connections, engines }: PlanLimitRecord): string {
  const by = `${counted(connections, 'connection')}${engines.length === 0 ? '' : ` (${listed(engines, 'and')})`}`;
  if (overlapAtLimit === 0) {
    return `the limit was not reached over ${by}`;
  }
  const few = overlapAtLimit < leastOverlap ? ': too few for a race to show' : '';
  const verb = overlapAtLimit === 1 ? 'was' : 'were';
  return `${counted(overlapAtLimit, 'request')} ${verb} under way at once when the limit was reached, over ${by}${few}`;
}

/** What it cost: `214 requests in 1 min 15 s`. */
export function costText({ requests, durationMs }: PlanLimitRecord): string {
  return `${counted(requests, 'request')} in ${durationText(durationMs)}`;
}

/** Everything up to the end of the first burst: what came from a full quota. */
function firstBurst(record: PlanLimitRecord): { admitted: number; refused: number } {
  const end = record.phases.findIndex(({ name }) => name === 'burst');
  const phases = end === -1 ? [record] : record.phases.slice(0, end + 1);
  return {
    admitted: phases.reduce((sum, { admitted }) => sum + admitted, 0),
    refused: phases.reduce((sum, { refused }) => sum + refused, 0),
  };
}

function refusalText(admitted: number, refused: number, limit: number): string {
  if (refused === 0) {
    return 'none refused';
  }
  return admitted === limit ? `the ${numberText(refused)} beyond refused` : `${numberText(refused)} refused`;
}
