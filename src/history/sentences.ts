import type { RunVerdict } from '../report/report.ts';
import { counted, listed, timeText } from '../report/words.ts';
import { changesByRun, type HistoryRow, type TargetHistory } from './history.ts';
import type { HistoryRun } from './history-run.ts';

/** The date and minute of a run, in UTC: `2026-01-01 10:00`. */
export function runTime({ startedAt }: Pick<HistoryRun, 'startedAt'>): string {
  return timeText(startedAt).slice(0, 16);
}

const words: Readonly<Record<RunVerdict, string>> = {
  conformant: 'conformant',
  'non-conformant': 'not conformant',
  none: 'no verdict',
};

export function verdictOf({ verdict }: HistoryRun): string {
  return words[verdict];
}

export function violatedNow({ rows }: TargetHistory): HistoryRow[] {
  return rows.filter(({ now }) => now === 'violated');
}

/** `12 runs from 2026-01-01 10:00 to 2026-02-01 10:00 (UTC)`. */
export function periodText({ runs }: TargetHistory): string {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) {
    return 'no run';
  }
  return runs.length === 1
    ? `1 run, ${runTime(first)} (UTC)`
    : `${counted(runs.length, 'run')} from ${runTime(first)} to ${runTime(last)} (UTC)`;
}

/** The state after the newest run in one sentence. */
export function stateSentence(history: TargetHistory): string {
  const newest = history.runs.at(-1);
  return `The newest run: ${newest === undefined ? 'none' : verdictOf(newest)}; ${stateText(history)}.`;
}

/** `2 requirements violated now, 1 broke in the newest run`. */
export function stateText(history: TargetHistory): string {
  const violated = violatedNow(history).length;
  const newest = history.runs.at(-1);
  const changed = changesByRun(history).find(({ run }) => run === newest);
  const [broke, fixed] = [changed?.broke.length ?? 0, changed?.fixed.length ?? 0];
  const changes = [
    ...(broke === 0 ? [] : [`${broke} broke`]),
    ...(fixed === 0 ? [] : [`${fixed} ${fixed === 1 ? 'was' : 'were'} fixed`]),
  ];
  return [
    violated === 0 ? 'no requirement is violated now' : `${counted(violated, 'requirement')} violated now`,
    ...(changes.length === 0 ? [] : [`${listed(changes, 'and')} in the newest run`]),
  ].join(', ');
}
