import { type ComparedVerdict, type VerdictRow, verdictRows } from '../compare/matrix.ts';
import { groupedBy } from '../grouped-by.ts';
import { isUndecided, isViolated } from '../report/by-verdict.ts';
import type { HistoryRun } from './history-run.ts';

/** A run in which the verdict on a requirement is another than in the last run that decided it. */
export interface HistoryChange {
  /** `violated-from-start`: the first run that decided it found it violated. */
  readonly kind: 'broke' | 'fixed' | 'violated-from-start';
  readonly run: RunReference;
  /** The last run before it that decided otherwise; the change lies between the two. `null` at the start. */
  readonly since: RunReference | null;
}

/** A run by its folder and time. It may be older than the runs that are shown. */
export type RunReference = Pick<HistoryRun, 'name' | 'startedAt'>;

/** A requirement over the runs of a target. */
export interface HistoryRow extends VerdictRow {
  /** All there were, also in runs that are not shown. */
  readonly changes: readonly HistoryChange[];
  /** By the last run that decided it. */
  readonly now: 'violated' | 'held' | 'undecided';
  /** The newest run that found a violation, shown or not, and what it found; `null` if none did. */
  readonly newest: { readonly run: HistoryRun; readonly text: string } | null;
}

/** The runs of one target, the oldest first. */
export interface TargetHistory {
  readonly target: string;
  readonly runs: readonly HistoryRun[];
  /** Group by group, in the order of the newest catalogue. */
  readonly rows: readonly HistoryRow[];
}

/** A report that is not part of the history. */
export interface SkippedReport {
  readonly file: string;
  /** The reason after the name of the file, without a full stop. */
  readonly reason: string;
}

export interface History {
  /** The target of the newest run first. */
  readonly targets: readonly TargetHistory[];
  readonly skipped: readonly SkippedReport[];
}

export interface HistorySelection {
  /** The only target, or `null` for all. */
  readonly target: string | null;
  /** The number of newest runs of each target, or `null` for all. */
  readonly last: number | null;
}

/** Sorts runs by target and time. Copies of a run count once. Pure. */
export function historyOf(
  given: readonly HistoryRun[],
  unread: readonly SkippedReport[],
  { target, last }: HistorySelection,
): History {
  const { runs, copies } = withoutCopies(given.toSorted(byTime));
  const groups = [...groupedBy(runs, (run) => run.target)]
    .filter(([name]) => target === null || name === target)
    .map(([name, all]) => targetHistory(name, all, last ?? all.length));
  return {
    targets: groups.toSorted((left, right) => newest(right) - newest(left)),
    skipped: [...unread, ...copies].toSorted((left, right) => compared(left.file, right.file)),
  };
}

function byTime(left: HistoryRun, right: HistoryRun): number {
  return Date.parse(left.startedAt) - Date.parse(right.startedAt) || compared(left.name, right.name);
}

function compared(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function newest({ runs }: TargetHistory): number {
  return Date.parse(runs.at(-1)?.startedAt ?? '');
}

/** A pipeline may keep one report in several folders. */
function withoutCopies(runs: readonly HistoryRun[]): { runs: HistoryRun[]; copies: SkippedReport[] } {
  const known = new Map<string, HistoryRun>();
  const copies: SkippedReport[] = [];
  for (const run of runs) {
    const identity = JSON.stringify([run.startedAt, run.tag, run.seed, run.target, run.kind]);
    const original = known.get(identity);
    if (original === undefined) {
      known.set(identity, run);
    } else {
      copies.push({ file: run.name, reason: `is a copy of ${original.name}` });
    }
  }
  return { runs: [...known.values()], copies };
}

/** @param shown the number of newest runs that the history shows; those before still say when something broke */
function targetHistory(target: string, runs: readonly HistoryRun[], shown: number): TargetHistory {
  const byRun = runs.map(({ requirements }) => requirements);
  const rows = verdictRows(byRun, byRun.toReversed()).map(({ verdicts, ...row }): HistoryRow => {
    return {
      ...row,
      verdicts: verdicts.slice(-shown),
      changes: changesOf(verdicts).map(({ kind, run, since }) => ({
        kind,
        run: referenceTo(runs, run),
        since: since === null ? null : referenceTo(runs, since),
      })),
      now: stateOf(verdicts.findLast((verdict) => stateOf(verdict) !== 'undecided') ?? 'absent'),
      newest: newestViolation(row.id, runs),
    };
  });
  return { target, runs: runs.slice(-shown), rows };
}

function newestViolation(id: string, runs: readonly HistoryRun[]): HistoryRow['newest'] {
  for (const run of runs.toReversed()) {
    const text = run.requirements.find((row) => row.id === id)?.text ?? '';
    if (text !== '') {
      return { run, text };
    }
  }
  return null;
}

function referenceTo(runs: readonly HistoryRun[], index: number): RunReference {
  const { name = '', startedAt = '' } = runs[index] ?? {};
  return { name, startedAt };
}

function stateOf(verdict: ComparedVerdict): HistoryRow['now'] {
  if (isViolated(verdict)) {
    return 'violated';
  }
  return isUndecided(verdict) || verdict === 'absent' ? 'undecided' : 'held';
}

interface IndexedChange {
  readonly kind: HistoryChange['kind'];
  readonly run: number;
  readonly since: number | null;
}

/** When a requirement broke and was fixed. Runs that did not decide it change nothing. Pure. */
export function changesOf(verdicts: readonly ComparedVerdict[]): IndexedChange[] {
  const changes: IndexedChange[] = [];
  let before: HistoryRow['now'] = 'undecided';
  let since: number | null = null;
  for (const [run, verdict] of verdicts.entries()) {
    const state = stateOf(verdict);
    if (state === 'undecided') {
      continue;
    }
    if (state === 'violated' && before !== 'violated') {
      changes.push({ kind: before === 'held' ? 'broke' : 'violated-from-start', run, since });
    } else if (state === 'held' && before === 'violated') {
      changes.push({ kind: 'fixed', run, since });
    }
    before = state;
    since = run;
  }
  return changes;
}

/** A run and the requirements that changed in it. */
export interface RunChanges {
  readonly run: HistoryRun;
  readonly broke: readonly HistoryRow[];
  readonly fixed: readonly HistoryRow[];
  readonly violatedFromStart: readonly HistoryRow[];
}

/** The runs in which something changed, the newest first. */
export function changesByRun({ runs, rows }: TargetHistory): RunChanges[] {
  const changed = ({ name }: HistoryRun, kind: HistoryChange['kind']) =>
    rows.filter(({ changes }) => changes.some((change) => change.run.name === name && change.kind === kind));
  return runs
    .map((run) => ({
      run,
      broke: changed(run, 'broke'),
      fixed: changed(run, 'fixed'),
      violatedFromStart: changed(run, 'violated-from-start'),
    }))
    .filter(
      ({ broke, fixed, violatedFromStart }) => broke.length + fixed.length + violatedFromStart.length > 0,
    )
    .reverse();
}

/** The last change of a requirement that is violated now: when that began. */
export function violatedSince({ changes }: HistoryRow): HistoryChange | undefined {
  return changes.findLast(({ kind }) => kind !== 'fixed');
}

export function everViolated({ verdicts }: HistoryRow): boolean {
  return verdicts.some(isViolated);
}
