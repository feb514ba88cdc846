import type { Operation } from '../exchange/exchange.ts';
import type { Waiver } from '../verdict/known-failures.ts';
import type { RequirementVerdict } from '../verdict/requirement.ts';
import type { RunHeader } from '../verdict/run-event.ts';

type WaivedRun = Pick<RunHeader, 'waivers' | 'baseUrl' | 'startedAt'>;

/**
 * The index of the first waiver of a run that covers a finding, or `null`. The day of the start decides whether one is
 * expired.
 *
 * @param operation of the request that shows it, `null` for any request that the interface document lacks
 */
export function coveringWaiver(
  { waivers = [], baseUrl, startedAt }: WaivedRun,
  requirement: string,
  operation: Operation | null,
): number | null {
  const index = waivers.findIndex(
    (waiver) =>
      waiver.requirement === requirement &&
      isFor(waiver, baseUrl) &&
      !isExpired(waiver, startedAt) &&
      coversOperation(waiver, operation),
  );
  return index === -1 ? null : index;
}

/** Whether findings of a requirement must be split by operation. */
export function tellsOperationsApart(
  { waivers = [] }: Pick<WaivedRun, 'waivers'>,
  requirement: string,
): boolean {
  return waivers.some((waiver) => waiver.requirement === requirement && waiver.operation !== null);
}

/** Whether a waiver is for the service at this base URL. */
export function isFor({ target }: Waiver, baseUrl: string): boolean {
  return target === null || namesTarget(target, baseUrl);
}

/** Whether a run that started then, in UTC, is later than the last day of a waiver. */
export function isExpired({ expires }: Waiver, startedAt: string): boolean {
  return startedAt.slice(0, 10) > expires;
}

export function coversOperation(waiver: Waiver, operation: Operation | null): boolean {
  return waiver.operation === null || waiver.operation === operation;
}

/**
 * Whether a waiver's target names a base URL: the same text but for slashes at its end, `*` standing for any
 * characters.
 */
export function namesTarget(pattern: string, baseUrl: string): boolean {
  const parts = withoutSlashes(pattern)
    .split(/\*+/)
    .map((part) => part.replace(/[\\^$.|?+()[\]{}/-]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(withoutSlashes(baseUrl));
}

function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') {
    end -= 1;
  }
  return address.slice(0, end);
}

/**
 * The result of a waiver in a run.
 *
 * - `used`: it covers a failure.
 * - `expired`: its last day is over, so what it covered fails again.
 * - `stale`: nothing is there that it could cover. The entry can go, or is for something else.
 * - `undecided`: the run did not decide its requirement, or sent too little to show what it covers.
 */
export type WaiverState = 'used' | 'expired' | 'stale' | 'undecided';

/** The state of a waiver, and a sentence for it without a full stop. */
export interface WaiverOutcome {
  readonly state: WaiverState;
  readonly note: string;
  readonly findings: number;
}

/** The decision of a run on the requirement of a waiver. */
export interface DecidedRequirement {
  readonly verdict: RequirementVerdict;
  /** Of each finding, the operation whose answer shows it. */
  readonly operations: readonly (Operation | null)[];
  /** Whether the run sent everything that could show a violation: a run at effort smoke, say, did not. */
  readonly isWhole: boolean;
}

/** The number of days before its end from which a waiver mentions its remaining time. */
const daysOfNotice = 14;
const dayMs = 86_400_000;

/** Determines the state of a waiver from the result of its requirement. Pure. */
export function waiverOutcome(
  waiver: Waiver,
  { verdict, operations, isWhole }: DecidedRequirement,
  run: Pick<RunHeader, 'baseUrl' | 'startedAt'>,
): WaiverOutcome {
  if (!isFor(waiver, run.baseUrl)) {
    const note = `for ${waiver.target}; this run tested ${run.baseUrl}`;
    return { state: 'undecided', note, findings: 0 };
  }
  const expired = isExpired(waiver, run.startedAt);
  const over = expired ? `expired at the end of ${waiver.expires}` : '';
  if (verdict === 'skipped' || verdict === 'inconclusive') {
    const undecided = 'this run did not decide the requirement';
    const note = expired ? `${over}, and ${undecided}` : undecided;
    return { state: expired ? 'expired' : 'undecided', note, findings: 0 };
  }
  const findings = operations.filter((operation) => coversOperation(waiver, operation)).length;
  if (findings === 0 && !isWhole) {
    return { state: 'undecided', note: 'not seen by this run, which did not send all cases', findings: 0 };
  }
  if (findings === 0) {
    return stale(
      operations.length === 0
        ? 'the requirement passed: remove the entry'
        : `the requirement is violated, but not in responses to ${waiver.operation}`,
    );
  }
  return expired
    ? { state: 'expired', note: `${over}; fix it, or agree on a new date`, findings }
    : { state: 'used', note: lastDays(waiver.expires, run.startedAt), findings };
}

function stale(note: string): WaiverOutcome {
  return { state: 'stale', note, findings: 0 };
}

function lastDays(expires: string, startedAt: string): string {
  const days = Math.round((Date.parse(expires) - Date.parse(startedAt.slice(0, 10))) / dayMs);
  if (days > daysOfNotice) {
    return `valid until the end of ${expires}`;
  }
  return days === 0 ? 'its last day is today' : `valid for ${days} more ${days === 1 ? 'day' : 'days'}`;
}

/** An entry of a waivers file without its reason. */
export interface EntryToFill {
  readonly requirement: string;
  readonly operation: Operation | null;
  readonly target: string | null;
  readonly expires: string;
}

/** Only text that is unambiguous in YAML is unquoted. */
const plain = /^[A-Za-z][A-Za-z0-9_./-]*(?::\/\/[A-Za-z0-9._~/-]+(?::\d+)?[A-Za-z0-9._~/%-]*)?$/;

/**
 * An entry of a waivers file in YAML, to be put below `waivers:`. Its reason is empty, and a file with an empty
 * reason is refused: why a failure is accepted only a human can say.
 */
export function waiverEntry({ requirement, operation, target, expires }: EntryToFill): string {
  return [
    `  - requirement: ${scalar(requirement)}`,
    ...(operation === null ? [] : [`    operation: ${operation}`]),
    ...(target === null ? [] : [`    target: ${scalar(target)}`]),
    '    reason: ""  # why this is accepted until then',
    `    expires: ${expires}`,
  ].join('\n');
}

function scalar(text: string): string {
  return plain.test(text) ? text : JSON.stringify(text);
}
