import type { MeasuredPhase, PlanLimitRecord } from '../verdict/plan-limit-record.ts';
import { counted, listed } from './counted.ts';
import { durationText } from './duration-text.ts';
import { numberText } from './number-text.ts';

/** Requests under way at the limit below which a race between them could not have shown. */
const leastOverlap = 8;

/** Requests of a burst, and right before it, that are no success: one for an animal that isn't there. */
const mostExpectedOthers = 1;

/** Whose limit it is: `free (quota-key-1)`. */
export function planLimitName({ plan, key }: PlanLimitRecord): string {
  return `${plan} (${key})`;
}

/** What became of the limit, in a clause: `60 of 60 granted, the 40 beyond refused`. */
export function grantText(record: PlanLimitRecord): string {
  const { perMinute, requests, admitted, refused } = record;
  const burst = firstBurst(record);
  if (requests === 0) {
    return 'nothing was measured';
  }
  if (burst === null) {
    return `${numberText(admitted)} of ${counted(requests, 'request')} granted, ${refusalText(admitted, refused, perMinute)}`;
  }
  const short = Math.max(0, perMinute - burst.admitted);
  const toOthers = burst.refused > 0 ? Math.min(burst.other, short) : 0;
  const granted = burst.admitted + toOthers;
  if (burst.refused === 0 && burst.other > mostExpectedOthers) {
    return `${numberText(burst.admitted)} of ${numberText(perMinute)} granted, ${numberText(burst.other)} neither served nor refused`;
  }
  const note =
    toOthers === 0 ? '' : ` (${numberText(toOthers)} of them neither served nor refused, such as a 404)`;
  if (granted < perMinute && burst.refused > 0 && record.explainedBy.length > 0) {
    return `${numberText(granted)} of ${numberText(perMinute)} granted (earlier requests may still count)${note}, ${refusalText(granted, burst.refused, perMinute)}`;
  }
  return `${burstText(granted, record)}${note}, ${refusalText(granted, burst.refused, perMinute)}`;
}

function burstText(admitted: number, { perMinute, minuteMs, explainedBy }: PlanLimitRecord): string {
  if (admitted <= perMinute) {
    return `${numberText(admitted)} of ${numberText(perMinute)} granted`;
  }
  return explainedBy.length > 0
    ? `${numberText(admitted)} granted: the limit of ${numberText(perMinute)} and the refill meanwhile`
    : `${numberText(admitted)} granted at once (the plan grants ${numberText(perMinute)} in ${durationText(minuteMs)})`;
}

/** Which limiters explain it, in a clause. */
export function explanationText({ explainedBy, requests, refused }: PlanLimitRecord): string {
  if (requests === 0) {
    return 'no limiter to identify';
  }
  if (refused === 0 && explainedBy.length > 0) {
    return 'nothing was refused, so every limiter fits';
  }
  return explainedBy.length === 0
    ? 'no permitted limiter explains the observations'
    : `consistent with ${listed(
        explainedBy.map((limiter) => `a ${limiter}`),
        'or',
      )}`;
}

/** How hard it was tried, in a clause: what was under way at once when the limit was reached, and by what. */
export function overlapText(record: PlanLimitRecord): string {
  const { overlapAtLimit, connections, engines, refused } = record;
  const by = `${counted(connections, 'connection')}${engines.length === 0 ? '' : ` (${listed(engines, 'and')})`}`;
  if (overlapAtLimit === 0 || refused === 0 || firstBurst(record) === null) {
    return refused === 0 ? `the limit was not reached, over ${by}` : `asked over ${by}`;
  }
  const few = overlapAtLimit < leastOverlap ? ': too few for a race to show' : '';
  const verb = overlapAtLimit === 1 ? 'was' : 'were';
  return `${counted(overlapAtLimit, 'request')} ${verb} under way at once when the limit was reached, over ${by}${few}`;
}

/** What it cost: `214 requests in 1 min 15 s`. */
export function costText({ requests, durationMs }: PlanLimitRecord): string {
  return `${counted(requests, 'request')} in ${durationText(durationMs)}`;
}

interface FirstBurst {
  readonly admitted: number;
  readonly refused: number;
  /** Requests answered otherwise, such as one for an animal that isn't there: they may have been counted. */
  readonly other: number;
}

/** What came from a full quota: the first burst and what was sent right before. `null` where there was none. */
function firstBurst({ phases, minuteMs }: PlanLimitRecord): FirstBurst | null {
  const end = phases.findIndex(({ name }) => name === 'burst');
  if (end === -1) {
    return null;
  }
  let start = end;
  const gapMs = minuteMs / 20;
  while (start > 0 && (phases[start]?.fromMs ?? 0) - (phases[start - 1]?.toMs ?? 0) < gapMs) {
    start -= 1;
  }
  const first = phases.slice(start, end + 1);
  const sum = (figure: (phase: MeasuredPhase) => number) =>
    first.reduce((total, phase) => total + figure(phase), 0);
  const admitted = sum((phase) => phase.admitted);
  const refused = sum((phase) => phase.refused);
  return { admitted, refused, other: sum((phase) => phase.sent) - admitted - refused };
}

function refusalText(admitted: number, refused: number, limit: number): string {
  if (refused === 0) {
    return 'none refused';
  }
  return admitted === limit ? `the ${numberText(refused)} beyond refused` : `${numberText(refused)} refused`;
}
