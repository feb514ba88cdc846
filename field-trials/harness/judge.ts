import type { Truth } from './subject.ts';

/** A requirement of report.json, as the harness reads it. */
export interface ReportedRequirement {
  readonly id: string;
  readonly level: string;
  readonly verdict: string;
  readonly reason?: string;
  readonly findings: readonly { readonly message: string }[];
}

/** The members of report.json that the harness reads. */
export interface ReportedRun {
  readonly verdict: string;
  readonly interrupted: string | null;
  readonly internalErrors: readonly { readonly message: string }[];
  readonly run: {
    readonly requests: number;
    readonly durationMs: number;
    readonly selected: readonly string[];
  };
  readonly requirements: readonly ReportedRequirement[];
}

/** In the order in which they are shown: the worst first. */
export const mismatchKinds = ['falsely reported', 'misattributed', 'missed', 'undecided', 'not run'] as const;

/** A difference between a report and the truth. */
export interface Mismatch {
  readonly kind: (typeof mismatchKinds)[number];
  /** The id of a requirement, or what else differs. */
  readonly about: string;
  /** What the report says of it. */
  readonly said: string;
}

/** How a report differs from the truth. Empty where it says just that. Pure. */
export function judge(truth: Truth, report: ReportedRun): Mismatch[] {
  const selected = new Set(report.run.selected);
  const binding = report.requirements.filter(
    ({ id, level }) => selected.has(id) && (level === 'MUST' || level === 'SHOULD'),
  );
  const byRequirement = binding
    .flatMap((requirement) => mismatchOf(truth, requirement))
    .filter(({ kind, about }) => kind !== 'missed' || !isReportedInstead(truth, about, binding));
  const missesAny = byRequirement.some(({ kind }) => kind === 'missed');
  return [
    ...byRequirement.map((mismatch) =>
      missesAny && mismatch.kind === 'falsely reported'
        ? { ...mismatch, kind: 'misattributed' as const }
        : mismatch,
    ),
    ...unknownIds(truth, report),
    ...wrongVerdict(truth, report, selected),
    ...notRun(report),
  ];
}

/** Whether one fault shows in either of two requirements that a run may report, and is reported in the other. */
function isReportedInstead(
  { mayReport }: Truth,
  missed: string,
  requirements: readonly ReportedRequirement[],
): boolean {
  return (
    Object.hasOwn(mayReport, missed) &&
    requirements.some(({ id, verdict }) => verdict === 'failed' && Object.hasOwn(mayReport, id))
  );
}

function mismatchOf(truth: Truth, { id, verdict, reason = '', findings }: ReportedRequirement): Mismatch[] {
  const isViolated = Object.hasOwn(truth.fails, id) || Object.hasOwn(truth.warns, id);
  if (verdict === 'failed' || verdict === 'warned') {
    const said = `${verdict}: ${findings[0]?.message ?? ''}`;
    if (!isViolated && !Object.hasOwn(truth.mayReport, id)) {
      return [{ kind: 'falsely reported', about: id, said }];
    }
    if (said.includes(truth.says[id] ?? '')) {
      return [];
    }
    return [{ kind: said.includes('Possible causes:') ? 'undecided' : 'misattributed', about: id, said }];
  }
  const isUndecided = verdict === 'inconclusive' || verdict === 'skipped';
  if (isUndecided && !isViolated && isExplained(truth, reason)) {
    return [];
  }
  if (isUndecided && (Object.hasOwn(truth.undecided, id) || Object.hasOwn(truth.mayReport, id))) {
    return [];
  }
  const said = isUndecided ? `${verdict}: ${reason}` : verdict;
  if (isViolated) {
    return [{ kind: 'missed', about: id, said }];
  }
  return isUndecided ? [{ kind: 'undecided', about: id, said }] : [];
}

/** Whether the reason points at a requirement that is violated: `see responses/schema`. */
function isExplained({ fails, warns }: Truth, reason: string): boolean {
  const [, seen = ''] = /\bsee ([a-z]+\/[a-z0-9-]+)/.exec(reason) ?? [];
  return Object.hasOwn(fails, seen) || Object.hasOwn(warns, seen);
}

/** A truth about a requirement that the catalogue doesn't have can never be checked. */
function unknownIds(truth: Truth, report: ReportedRun): Mismatch[] {
  const known = new Set(report.requirements.map(({ id }) => id));
  return [truth.fails, truth.warns, truth.undecided, truth.mayReport]
    .flatMap((reasons) => Object.keys(reasons))
    .filter((id) => !known.has(id))
    .map((id) => ({ kind: 'not run', about: id, said: 'its truth names it, and the catalogue does not' }));
}

function wrongVerdict(truth: Truth, report: ReportedRun, selected: ReadonlySet<string>): Mismatch[] {
  const failing = Object.keys(truth.fails).filter((id) => selected.has(id));
  const isDue = failing.some((id) => !Object.hasOwn(truth.undecided, id));
  if (report.verdict === 'conformant') {
    return isDue ? [{ kind: 'missed', about: 'verdict', said: report.verdict }] : [];
  }
  if (report.verdict === 'non-conformant') {
    return failing.length === 0 ? [{ kind: 'falsely reported', about: 'verdict', said: report.verdict }] : [];
  }
  return [{ kind: 'undecided', about: 'verdict', said: report.verdict }];
}

function notRun({ interrupted, internalErrors }: ReportedRun): Mismatch[] {
  const texts = [
    ...(interrupted === null ? [] : [`interrupted: ${interrupted}`]),
    ...internalErrors.map(({ message }) => message),
  ];
  return texts.map((said) => ({ kind: 'not run', about: 'run', said }));
}
