import type { MeasuredPhase, PlanLimitRecord } from '../verdict/plan-limit-record.ts';
import { counted, durationText, listed, numberText } from './words.ts';

/** The minimum number of requests in flight at the limit that can expose a race. */
const leastOverlap = 8;

/** The expected number of requests of a burst with another status: one requests an unknown animal. */
const mostExpectedOthers = 1;

/** The shortest pause that separates phases, in ms: less than any wait for a full quota. */
const shortestGapMs = 500;

export function planLimitName({ plan, key }: PlanLimitRecord): string {
  return `${plan} (${key})`;
}

/** How the limit held, in a clause: `60 of 60 granted, the next 40 refused`. */
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
    return `${numberText(burst.admitted)} of ${numberText(perMinute)} granted, ${numberText(burst.other)} with another status`;
  }
  const note =
    toOthers <= mostExpectedOthers
      ? ''
      : ` (${numberText(toOthers)} of them with another status, such as 404)`;
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
    : `${numberText(admitted)} granted immediately (the plan grants ${numberText(perMinute)} in ${durationText(minuteMs)})`;
}

/** The limiters that explain the measurement, in a clause. */
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

/** The concurrency of the burst when the limit was reached, in a clause. */
export function overlapText(record: PlanLimitRecord): string {
  const { overlapAtLimit, connections, engines, refused } = record;
  const by = `${counted(connections, 'connection')}${engines.length === 0 ? '' : ` (${listed(engines, 'and')})`}`;
  if (overlapAtLimit === 0 || refused === 0 || firstBurst(record) === null) {
    return refused === 0 ? `the limit was not reached, over ${by}` : `sent over ${by}`;
  }
  const few = overlapAtLimit < leastOverlap ? ': too few to expose a race' : '';
  const verb = overlapAtLimit === 1 ? 'was' : 'were';
  return `${counted(overlapAtLimit, 'request')} ${verb} in flight when the limit was reached, over ${by}${few}`;
}

/** The results at each place, one clause each. */
export function placeTexts({ places = [] }: PlanLimitRecord): string[] {
  return places.map(({ place, sent, admitted, refused }) => {
    const seen = `${counted(sent, 'request')}, ${numberText(admitted)} granted, ${numberText(refused)} refused`;
    return `at ${place === 0 ? 'the base URL' : `place ${place}`}: ${seen}`;
  });
}

/** The cost: `214 requests in 1 min 15 s`. */
export function costText({ requests, durationMs }: PlanLimitRecord): string {
  return `${counted(requests, 'request')} in ${durationText(durationMs)}`;
}

interface FirstBurst {
  readonly admitted: number;
  readonly refused: number;
  /** Requests with another status, such as 404: the service may have counted them. */
  readonly other: number;
}

/** The requests from a full quota: the first burst and those right before it; `null` if there was no burst. */
function firstBurst({ phases, minuteMs }: PlanLimitRecord): FirstBurst | null {
  const end = phases.findIndex(({ name }) => name === 'burst');
  if (end === -1) {
    return null;
  }
  let start = end;
  const gapMs = Math.max(shortestGapMs, minuteMs / 20);
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
  return admitted === limit ? `the next ${numberText(refused)} refused` : `${numberText(refused)} refused`;
}
