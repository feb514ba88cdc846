import type { TextEntry, TextSection } from '../../report/text-sections.ts';
import { counted } from '../../report/words.ts';
import {
  changesByRun,
  type HistoryRow,
  type RunChanges,
  type SkippedReport,
  type TargetHistory,
  violatedSince,
} from '../history.ts';
import { runTime, verdictOf, violatedNow } from '../sentences.ts';

const mostChanges = 200;
const mostSkipped = 20;

/** The current violations, and the runs with changes, newest first. */
export function historySections(history: TargetHistory): TextSection[] {
  const violated = violatedNow(history);
  const changes = changesByRun(history);
  return [
    { title: 'Violated now', count: String(violated.length), entries: violated.map(violatedEntry) },
    {
      title: 'What changed',
      count: counted(changes.length, 'run'),
      entries: changes.slice(0, mostChanges).map(changeEntry),
    },
  ].filter(({ entries }) => entries.length > 0);
}

function violatedEntry(row: HistoryRow): TextEntry {
  const { id, level, group, newest } = row;
  const since = violatedSince(row);
  const began = since?.kind === 'broke' ? 'broke' : 'violated when first tested,';
  const page = newest?.run.page ?? null;
  return {
    ids: [id],
    texts: [`${level}  ${since === undefined ? '' : `${began} ${runTime(since.run)}`}`],
    details: newest === null ? [] : [newest.text],
    link: page === null ? null : `${page}#${id}`,
    words: ['violated', level, group],
  };
}

function changeEntry({ run, broke, fixed, violatedFromStart }: RunChanges): TextEntry {
  const list = (word: string, rows: readonly HistoryRow[]) =>
    rows.length === 0 ? [] : [`${word}: ${rows.map(({ id }) => id).join(', ')}`];
  return {
    ids: [runTime(run)],
    texts: [`${verdictOf(run)}${run.interrupted === null ? '' : ', interrupted'}`, run.name],
    details: [
      ...list('broke', broke),
      ...list('violated when first tested', violatedFromStart),
      ...list('fixed', fixed),
    ],
    link: run.page,
  };
}

/** The reports that are no part of a history, with the reasons. */
export function skippedSections(skipped: readonly SkippedReport[]): TextSection[] {
  const more = skipped.length - mostSkipped;
  const entries = [
    ...skipped.slice(0, mostSkipped).map(({ file, reason }) => ({ texts: [`${file} ${reason}`] })),
    ...(more > 0 ? [{ texts: [`and ${more} more`] }] : []),
  ];
  return entries.length === 0 ? [] : [{ title: 'Not read', count: String(skipped.length), entries }];
}
