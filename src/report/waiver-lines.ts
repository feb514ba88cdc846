import { waiverEntry } from '../waivers/waiver-cover.ts';
import { failsRun } from './by-verdict.ts';
import type { Report, ReportRequirement, ReportWaiver } from './report.ts';
import { counted } from './words.ts';

/** How long an entry that is offered to be pasted would hold. */
const offeredDays = 30;
const dayMs = 86_400_000;

/** Whether only a waiver is stale: the service conforms, but the exit status is 1. */
export function failsByStaleWaivers(report: Report): boolean {
  return report.verdict === 'conformant' && staleWaivers(report).length > 0;
}

export function staleWaivers({ waivers }: Report): ReportWaiver[] {
  return waivers.filter(({ state }) => state === 'stale');
}

/** Waivers that ask for something to be done, with a title: expired ones first, then stale ones. */
export function waiversToMind({ waivers }: Report): ReportWaiver[] {
  return [
    ...waivers.filter(({ state }) => state === 'expired'),
    ...waivers.filter(({ state }) => state === 'stale'),
  ];
}

/** The scope, state and position of a waiver. */
export function waiverText(waiver: ReportWaiver): string {
  const stale = waiver.state === 'stale' ? 'stale: ' : '';
  return `${waiverName(waiver)}: ${stale}${waiver.note} (${waiver.source})`;
}

/** The scope of a waiver: `list/limit-bounds-count in responses to getPet`. */
function waiverName({ requirement, operation }: ReportWaiver): string {
  return operation === null ? requirement : `${requirement} in responses to ${operation}`;
}

/**
 * The failed requirements of a run that a waiver could be written for: those that fail it, but for one whose waiver is
 * expired, since that needs another day and no second entry. `judge` takes no waivers.
 */
export function withoutWaiver(report: Report): ReportRequirement[] {
  const expired = new Set(
    report.waivers.filter(({ state }) => state === 'expired').map(({ requirement }) => requirement),
  );
  return report.run.kind === 'judge'
    ? []
    : report.requirements.filter(({ id, verdict }) => failsRun(verdict, report.run) && !expired.has(id));
}

/** The addition of waivers to the verdict sentence; empty if they don't change the exit status. */
export function staleSentence(report: Report): string {
  const count = staleWaivers(report).length;
  return failsByStaleWaivers(report)
    ? `Failed: ${counted(count, 'waiver')} ${count === 1 ? 'covers' : 'cover'} nothing; remove ${count === 1 ? 'it' : 'them'}.`
    : '';
}

/**
 * The waiver entry that would accept a failed requirement for this target, for thirty days, and for the operation if
 * there is only one. Only the reason is missing.
 */
export function offeredWaiver({ id, findings }: ReportRequirement, { target, run }: Report): string {
  const open = findings.filter(({ waiver }) => waiver === undefined);
  const operations = new Set(
    open.flatMap(({ operations: seen = [] }) =>
      seen.length === 0 ? [null] : seen.map(({ operation }) => operation),
    ),
  );
  const [only = null] = operations;
  // The reference implementation has another port each time.
  const ofReference = run.argv?.target === '--reference';
  return waiverEntry({
    requirement: id,
    operation: operations.size === 1 ? only : null,
    target: ofReference ? null : target.baseUrl,
    expires: new Date(Date.parse(run.startedAt) + offeredDays * dayMs).toISOString().slice(0, 10),
  });
}
